/* One line of the caption; the word that is spoken stands on a plate with a thick stroke beneath. */
import QtQuick
import "../theme"

Item {
    id: line

    required property string words
    required property bool spoken
    required property bool fromRight
    required property real wordLeft
    required property real wordWidth

    Rectangle {
        x: text.x + line.wordLeft - 9
        y: 4
        width: line.wordWidth + 18
        height: parent.height - 8
        radius: 14
        color: Theme.card
        visible: line.spoken

        Rectangle {
            x: 9
            y: parent.height - 7
            width: parent.width - 18
            height: 7
            radius: 3
            color: Theme.coral
        }
    }

    Text {
        id: text

        x: line.fromRight ? line.width - width : 0
        height: parent.height
        text: line.words
        textFormat: Text.PlainText
        color: Theme.light
        font.family: Theme.family
        font.pixelSize: Theme.captionSize
        verticalAlignment: Text.AlignVCenter
    }
}
