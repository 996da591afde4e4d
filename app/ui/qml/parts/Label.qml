/* Text in the screen's language, laid out from that language's side whatever its first word is. */
import QtQuick
import "../theme"

Text {
    id: label

    required property string content
    property int size: Theme.textSize

    text: Theme.mark + label.content
    textFormat: Text.PlainText
    color: Theme.light
    font.family: Theme.family
    font.pixelSize: label.size
    horizontalAlignment: Text.AlignLeft // mirrored in Arabic
    verticalAlignment: Text.AlignVCenter
    wrapMode: Text.WordWrap
    lineHeight: Theme.lineHeight / Theme.naturalHeight
}
