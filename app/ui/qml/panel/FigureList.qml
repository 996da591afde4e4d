/* A heading and its figures, one line of name and value each. */
pragma ComponentBehavior: Bound
import QtQuick
import "../parts"
import "../theme"

Column {
    id: list

    required property string heading
    required property list<var> rows

    spacing: 4

    Label {
        width: parent.width
        content: list.heading
        size: Theme.panelSize
        lineHeight: 1
        color: Theme.sand
        font.weight: Font.DemiBold
    }

    Repeater {
        model: list.rows

        Item {
            id: row

            required property var modelData

            width: list.width
            height: name.height

            Label {
                id: name

                anchors.left: parent.left
                width: parent.width * 0.55
                content: row.modelData[0]
                size: Theme.panelSize
                lineHeight: 1
                color: Theme.soft
                wrapMode: Text.NoWrap
                elide: Text.ElideRight
            }

            Label {
                anchors.right: parent.right
                width: parent.width * 0.45
                content: row.modelData[1]
                size: Theme.panelSize
                lineHeight: 1
                wrapMode: Text.NoWrap
                elide: Text.ElideRight
            }
        }
    }
}
