/* A quiet pill beneath the face when staff should know something, such as a missing loudspeaker. */
import QtQuick
import "../theme"
import models

Rectangle {
    id: strip

    required property KioskScreen kiosk
    required property real widest
    readonly property bool shown: strip.kiosk.notice !== ""
    readonly property int edge: 24

    objectName: "notice"
    width: strip.edge + sign.width + 20 + words.width + 2 * strip.edge
    height: Math.max(76, words.height + strip.edge)
    radius: 38
    color: Theme.sand
    opacity: strip.shown ? 1 : 0
    visible: opacity > 0

    Behavior on opacity {
        NumberAnimation {
            duration: Theme.calm
            easing.type: Easing.OutCubic
        }
    }

    Rectangle {
        id: sign

        anchors.left: parent.left
        anchors.leftMargin: strip.edge
        anchors.verticalCenter: parent.verticalCenter
        width: 44
        height: 44
        radius: 22
        color: Theme.ink

        Text {
            anchors.centerIn: parent
            text: "!"
            color: Theme.sand
            font.family: Theme.family
            font.weight: Font.DemiBold
            font.pixelSize: 30
        }
    }

    Label {
        id: words

        anchors.left: sign.right
        anchors.leftMargin: 20
        anchors.verticalCenter: parent.verticalCenter
        width: Math.min(implicitWidth, strip.widest - sign.width - 20 - 3 * strip.edge)
        content: strip.kiosk.notice
        size: Theme.smallSize
        lineHeight: 1
        color: Theme.ink
    }
}
