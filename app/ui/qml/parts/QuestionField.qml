/* Where a visitor types; Enter or the arrow sends. */
import QtQuick
import QtQuick.Shapes
import "../theme"
import models

Rectangle {
    id: field

    required property KioskScreen kiosk
    property alias text: input.text

    function send(): void {
        field.kiosk.ask(input.text);
        input.clear();
    }

    implicitHeight: Theme.control
    radius: height / 2
    color: Theme.field

    Label {
        anchors.fill: input
        content: field.kiosk.texts["placeholder"] ?? ""
        color: Theme.soft
        leftPadding: field.kiosk.mirrored ? 0 : 8 // clear of the cursor
        rightPadding: field.kiosk.mirrored ? 8 : 0
        wrapMode: Text.NoWrap
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 20
        visible: input.length === 0
    }

    TextInput {
        id: input

        objectName: "question"
        anchors.left: parent.left
        anchors.right: arrow.left
        anchors.leftMargin: 44
        anchors.rightMargin: 12
        height: parent.height
        focus: true
        clip: true
        maximumLength: 300
        color: Theme.light
        selectionColor: Theme.coral
        selectedTextColor: Theme.ink
        font.family: Theme.family
        font.pixelSize: Theme.textSize
        horizontalAlignment: TextInput.AlignLeft
        verticalAlignment: TextInput.AlignVCenter
        Accessible.name: field.kiosk.texts["placeholder"] ?? ""
        onAccepted: field.send()
    }

    Touchable {
        id: arrow

        objectName: "send"
        anchors.right: parent.right
        anchors.rightMargin: 10
        anchors.verticalCenter: parent.verticalCenter
        width: parent.height - 20
        height: width
        radius: width / 2
        name: field.kiosk.texts["send"] ?? ""
        ground: input.length > 0 ? Theme.coral : Theme.card
        groundPressed: Theme.light
        onTapped: field.send()

        Shape {
            anchors.centerIn: parent
            width: 40
            height: 40
            transform: Scale {
                origin.x: 20
                xScale: field.kiosk.mirrored ? -1 : 1
            }

            ShapePath {
                strokeColor: input.length > 0 || arrow.pressed ? Theme.ink : Theme.light
                strokeWidth: 6
                fillColor: "transparent"
                capStyle: ShapePath.RoundCap
                joinStyle: ShapePath.RoundJoin
                startX: 4
                startY: 20
                PathLine { x: 36; y: 20 }
                PathMove { x: 22; y: 6 }
                PathLine { x: 36; y: 20 }
                PathLine { x: 22; y: 34 }
            }
        }
    }
}
