/* A quiet button with one word; a filled dot before the word says that it is on. */
import QtQuick
import "../theme"

Touchable {
    id: action

    required property string word
    property bool on: false

    name: action.word
    radius: height / 2
    implicitHeight: Math.max(84, Theme.finger)
    ground: action.on ? Theme.sand : Theme.card
    groundPressed: Theme.coral

    Rectangle {
        x: 20
        anchors.verticalCenter: parent.verticalCenter
        width: 18
        height: 18
        radius: 9
        color: Theme.ink
        visible: action.on
    }

    Text {
        anchors.fill: parent
        anchors.leftMargin: action.on ? 42 : 18
        anchors.rightMargin: 18
        text: action.word
        textFormat: Text.PlainText
        color: action.on || action.pressed ? Theme.ink : Theme.light
        font.family: Theme.family
        font.weight: Font.DemiBold
        font.pixelSize: Theme.textSize
        fontSizeMode: Text.Fit
        minimumPixelSize: 18
        horizontalAlignment: Text.AlignHCenter
        verticalAlignment: Text.AlignVCenter
    }
}
