/* What passers-by see: a question that makes curious, in one language after the other, and two doors to enter by. */
pragma ComponentBehavior: Bound
import QtQuick
import "../parts"
import "../theme"
import models

Item {
    id: attract

    required property KioskScreen kiosk
    property bool upright: true

    objectName: "attract"
    LayoutMirroring.enabled: false // it belongs to both languages
    LayoutMirroring.childrenInherit: true

    Rectangle {
        anchors.fill: parent
        anchors.bottomMargin: attract.upright ? -60 : 0
        anchors.rightMargin: attract.upright ? 0 : -60
        radius: 48
        color: Theme.deep
    }

    Text {
        id: teaser

        objectName: "teaser"
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.bottom: doors.top
        anchors.margins: Theme.margin
        text: (attract.kiosk.teaser_mirrored ? "\u200f" : "\u200e") + attract.kiosk.teaser
        textFormat: Text.PlainText
        color: Theme.light
        font.family: Theme.family
        font.weight: Font.DemiBold
        font.pixelSize: attract.kiosk.teaser_mirrored ? 72 : 66
        fontSizeMode: Text.Fit
        minimumPixelSize: 36
        wrapMode: Text.WordWrap
        lineHeight: Theme.lineHeight / Theme.naturalHeight
        horizontalAlignment: Text.AlignHCenter
        verticalAlignment: Text.AlignVCenter

        Behavior on text {
            enabled: !attract.kiosk.still

            SequentialAnimation {
                NumberAnimation { target: teaser; property: "opacity"; to: 0; duration: Theme.calm }
                PropertyAction {}
                NumberAnimation { target: teaser; property: "opacity"; to: 1; duration: Theme.calm }
            }
        }
    }

    Row {
        id: doors

        anchors.left: parent.left
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        anchors.margins: Theme.margin
        spacing: Theme.gap

        Repeater {
            model: [["en", attract.kiosk.doors[0] ?? "", attract.kiosk.doors[1] ?? ""], ["ar", attract.kiosk.doors[2] ?? "", attract.kiosk.doors[3] ?? ""]]

            Touchable {
                id: door

                required property var modelData

                objectName: "choose_" + modelData[0]
                name: modelData[1]
                width: (doors.width - doors.spacing) / 2
                height: 260
                ground: Theme.sand
                groundPressed: Theme.coral
                onTapped: attract.kiosk.act(modelData[0])

                Column {
                    anchors.centerIn: parent
                    width: parent.width - 40

                    Repeater {
                        model: [[door.modelData[1], 64], [door.modelData[2], 34]]

                        Text {
                            required property var modelData

                            width: parent?.width ?? 0
                            text: modelData[0]
                            textFormat: Text.PlainText
                            color: Theme.ink
                            font.family: Theme.family
                            font.weight: Font.DemiBold
                            font.pixelSize: modelData[1]
                            fontSizeMode: Text.HorizontalFit
                            minimumPixelSize: 20
                            horizontalAlignment: Text.AlignHCenter
                        }
                    }
                }
            }
        }
    }
}
