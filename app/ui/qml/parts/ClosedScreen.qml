/* Outside the opening hours: dark, with one quiet line that a touch brings up. */
import QtQuick
import "../theme"
import models

Rectangle {
    id: closed

    required property KioskScreen kiosk

    objectName: "closed"
    color: "black"
    visible: closed.kiosk.closed !== ""

    TapHandler {
        onTapped: words.opacity = 1
    }

    Text {
        id: words

        anchors.centerIn: parent
        width: parent.width * 0.8
        opacity: 0
        text: closed.kiosk.closed
        textFormat: Text.PlainText
        color: Theme.soft
        font.family: Theme.family
        font.pixelSize: 48
        wrapMode: Text.WordWrap
        lineHeight: Theme.lineHeight
        horizontalAlignment: Text.AlignHCenter
    }

    Timer {
        running: words.opacity > 0
        interval: 8000
        onTriggered: words.opacity = 0
    }
}
