/* Where a visitor types, on the screen's keyboard or a real one; Enter or the arrow sends. */
import QtQuick
import "../theme"
import models

Rectangle {
    id: field

    required property KioskScreen kiosk
    readonly property bool roomy: field.width > 330

    function send(): void {
        field.kiosk.ask(input.text);
        input.clear();
    }

    function strike(key: string): void {
        if (key === "\n")
            field.send();
        else if (key === "\b")
            input.remove(Math.max(input.cursorPosition - 1, 0), input.cursorPosition);
        else
            input.insert(input.cursorPosition, key);
    }

    objectName: "field"
    implicitHeight: Theme.control
    radius: height / 2
    color: Theme.field

    Connections {
        target: field.kiosk

        function onStruck(key: string): void {
            field.strike(key);
        }

        function onCleared(): void {
            input.clear();
        }

        function onAttract_changed(): void {
            input.forceActiveFocus();
        }
    }

    Label {
        anchors.fill: input
        content: field.kiosk.texts["placeholder"] ?? ""
        color: Theme.soft
        leftPadding: field.kiosk.mirrored ? 0 : 8 // clear of the cursor
        rightPadding: field.kiosk.mirrored ? 8 : 0
        wrapMode: Text.NoWrap
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 20
        visible: input.length === 0 && field.roomy
    }

    Icon {
        anchors.centerIn: parent
        drawing: "type"
        colour: Theme.soft
        visible: !field.roomy
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
        onTextEdited: field.kiosk.act("typed")

        PointHandler { // takes nothing from the input, which sets its cursor
            onActiveChanged: if (active && !field.kiosk.typing)
                field.kiosk.act("type")
        }
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
        visible: field.roomy
        name: field.kiosk.texts["send"] ?? ""
        ground: input.length > 0 ? Theme.coral : Theme.card
        groundPressed: Theme.light
        onTapped: field.send()

        Icon {
            anchors.centerIn: parent
            drawing: "send"
            colour: input.length > 0 || arrow.pressed ? Theme.ink : Theme.light
            transform: Scale {
                origin.x: 20
                xScale: field.kiosk.mirrored ? -1 : 1
            }
        }
    }
}
