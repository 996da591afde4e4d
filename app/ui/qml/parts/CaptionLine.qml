/* One line of the caption; the word that is spoken stands on a plate with a thick stroke beneath. */
import QtQuick
import "../theme"

Item {
    id: line

    required property int edge
    required property string words
    required property bool spoken
    required property bool fromRight
    required property real wordLeft
    required property real wordWidth

    Rectangle {
        x: text.x + line.wordLeft - line.edge
        y: 4
        width: line.wordWidth + 2 * line.edge
        height: parent.height - 8
        radius: 14
        color: Theme.card
        visible: line.spoken

        Rectangle {
            x: line.edge
            y: parent.height - 7
            width: line.wordWidth
            height: 7
            radius: 3
            color: Theme.coral
        }
    }

    Text {
        id: text

        x: line.fromRight ? line.width - width - line.edge : line.edge
        y: -6 // Arabic reaches deeper below its line than any letter reaches up
        height: parent.height
        text: line.words
        textFormat: Text.PlainText
        color: Theme.light
        font.family: Theme.family
        font.pixelSize: Theme.captionSize
        verticalAlignment: Text.AlignVCenter
    }
}
