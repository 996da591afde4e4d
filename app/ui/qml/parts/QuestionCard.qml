/* One suggested question. */
import QtQuick
import "../theme"

Touchable {
    id: card

    required property string question
    property int size: Theme.textSize

    name: card.question

    Label {
        anchors.fill: parent
        anchors.leftMargin: 34
        anchors.rightMargin: 34
        anchors.topMargin: 10
        anchors.bottomMargin: 10
        content: card.question
        size: card.size
        color: card.pressed ? Theme.ink : Theme.light
        fontSizeMode: Text.Fit
        minimumPixelSize: 24
    }
}
