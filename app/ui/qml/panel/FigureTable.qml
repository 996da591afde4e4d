/* Rows of figures under their headings; the first column is wide, the last may be. */
pragma ComponentBehavior: Bound
import QtQuick
import "../parts"
import "../theme"

Column {
    id: table

    required property list<string> headings
    required property list<var> rows
    property var shares: [0.28, 0.12, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]

    spacing: 4

    Row {
        width: table.width
        spacing: 10

        Repeater {
            model: table.headings

            Label {
                required property string modelData
                required property int index

                width: table.width * table.shares[index] - 10
                content: modelData
                size: Theme.panelSize
                lineHeight: 1
                wrapMode: Text.Wrap
                color: Theme.sand
                font.weight: Font.DemiBold
            }
        }
    }

    Repeater {
        model: table.rows

        Row {
            id: row

            required property var modelData

            spacing: 10
            width: table.width

            Repeater {
                model: row.modelData

                Label {
                    required property string modelData
                    required property int index

                    width: table.width * table.shares[index] - 10
                    content: modelData
                    size: Theme.panelSize
                    lineHeight: 1
                    wrapMode: Text.Wrap
                }
            }
        }
    }
}
