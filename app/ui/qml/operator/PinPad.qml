/* Digits for the staff's PIN; what was typed shows as dots. */
pragma ComponentBehavior: Bound
import QtQuick
import "../keyboard"
import "../theme"
import models

Column {
    id: pad

    required property KioskScreen kiosk
    required property Operator operator

    spacing: Theme.gap
    LayoutMirroring.enabled: false
    LayoutMirroring.childrenInherit: true

    Text {
        anchors.horizontalCenter: parent.horizontalCenter
        text: pad.kiosk.texts["pin"] ?? ""
        color: Theme.light
        font.family: Theme.family
        font.weight: Font.DemiBold
        font.pixelSize: Theme.titleSize
    }

    Row {
        anchors.horizontalCenter: parent.horizontalCenter
        height: 44
        spacing: 16

        Repeater {
            model: pad.operator.digits

            Rectangle {
                width: 28
                height: 28
                radius: 14
                color: Theme.coral
            }
        }
    }

    Grid {
        anchors.horizontalCenter: parent.horizontalCenter
        columns: 3
        spacing: Theme.gap

        Repeater {
            model: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "delete", "0", "enter"]

            Key {
                required property string modelData

                objectName: "pin_" + modelData
                width: 180
                height: 120
                letter: modelData
                drawing: modelData === "delete" ? "delete" : modelData === "enter" ? "send" : ""
                onTapped: pad.operator.press(modelData)
            }
        }
    }
}
