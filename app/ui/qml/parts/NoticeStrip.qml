/* A quiet strip along the top when staff should know something, such as a missing loudspeaker. */
import QtQuick
import "../theme"
import models

Rectangle {
    id: strip

    required property KioskScreen kiosk
    readonly property bool shown: strip.kiosk.notice !== ""

    objectName: "notice"
    height: 76
    color: Theme.sand
    opacity: strip.shown ? 1 : 0
    visible: opacity > 0

    Behavior on opacity {
        NumberAnimation {
            duration: Theme.calm
            easing.type: Easing.OutCubic
        }
    }

    Row {
        anchors.centerIn: parent
        spacing: 20

        Rectangle {
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
            anchors.verticalCenter: parent.verticalCenter
            content: strip.kiosk.notice
            size: Theme.smallSize
            color: Theme.ink
        }
    }
}
