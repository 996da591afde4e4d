/* The countdown before a visit that nobody seems to be at is ended. Any touch goes on. */
import QtQuick
import "../theme"
import models

Rectangle {
    id: still

    required property KioskScreen kiosk

    objectName: "still_there"
    color: Theme.night
    radius: 48
    visible: still.kiosk.countdown > 0

    TapHandler {
        onTapped: still.kiosk.act("stay")
    }

    Column {
        anchors.centerIn: parent
        width: parent.width - 2 * Theme.margin
        spacing: Theme.gap

        Text {
            objectName: "countdown"
            anchors.horizontalCenter: parent.horizontalCenter
            text: still.kiosk.countdown
            color: Theme.coral
            font.family: Theme.family
            font.weight: Font.DemiBold
            font.pixelSize: 180
        }

        Label {
            width: parent.width
            content: still.kiosk.texts["still_there"] ?? ""
            size: Theme.captionSize
            horizontalAlignment: Text.AlignHCenter
        }

        PillButton {
            objectName: "stay"
            anchors.horizontalCenter: parent.horizontalCenter
            word: still.kiosk.texts["stay"] ?? ""
            onTapped: still.kiosk.act("stay")
        }
    }
}
