/* One suggested question. */
import QtQuick
import "../theme"

Touchable {
    id: card

    required property string question

    name: card.question

    Label {
        anchors.fill: parent
        anchors.leftMargin: 34
        anchors.rightMargin: 34
        anchors.topMargin: 14
        anchors.bottomMargin: 14
        content: card.question
        color: card.pressed ? Theme.ink : Theme.light
        fontSizeMode: Text.Fit
        minimumPixelSize: 24
    }
}
