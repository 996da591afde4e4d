/* A round-ended button with a word on it, and a square before it where it stops something. */
import QtQuick
import "../theme"

Touchable {
    id: pill

    required property string word
    property bool stops: false

    name: pill.word
    radius: height / 2
    ground: pill.stops ? Theme.coral : Theme.sand
    groundPressed: Theme.light
    implicitWidth: row.width + 72

    Row {
        id: row

        anchors.centerIn: parent
        spacing: 18

        Rectangle {
            anchors.verticalCenter: parent.verticalCenter
            width: 28
            height: 28
            radius: 5
            color: Theme.ink
            visible: pill.stops
        }

        Text {
            anchors.verticalCenter: parent.verticalCenter
            text: pill.word
            color: Theme.ink
            font.family: Theme.family
            font.weight: Font.DemiBold
            font.pixelSize: Theme.textSize
        }
    }
}
