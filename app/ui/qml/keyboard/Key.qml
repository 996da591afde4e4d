/* One key: a letter, or a drawing where it does something. */
import QtQuick
import "../parts"
import "../theme"

Touchable {
    id: key

    required property string letter
    property string drawing
    property bool repeats: false

    radius: 18
    name: key.letter
    implicitHeight: Theme.control

    Text {
        anchors.fill: parent
        anchors.margins: 4
        visible: key.drawing === ""
        text: key.letter
        textFormat: Text.PlainText
        color: key.pressed ? Theme.ink : Theme.light
        font.family: Theme.family
        font.pixelSize: Math.round(44 * Theme.grown)
        fontSizeMode: Text.Fit
        minimumPixelSize: 20
        horizontalAlignment: Text.AlignHCenter
        verticalAlignment: Text.AlignVCenter
    }

    Icon {
        anchors.centerIn: parent
        visible: key.drawing !== ""
        drawing: key.drawing
        colour: key.pressed ? Theme.ink : Theme.light
    }

    Timer { // a key that is held goes on
        interval: 140
        repeat: true
        running: key.repeats && key.held
        onTriggered: key.tapped()
    }
}
