/* One thing that can be made more comfortable: its name, and what changes it. */
import QtQuick
import QtQuick.Layouts
import "../theme"

RowLayout {
    id: row

    required property string word
    default property alias controls: side.data

    spacing: Theme.gap

    Label {
        Layout.fillWidth: true
        content: row.word
        size: Theme.textSize
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 20
        wrapMode: Text.NoWrap
    }

    Row {
        id: side

        spacing: Theme.gap
    }
}
