/* One line of a staff page: a setting with its value between minus and plus, a button, or a figure. */
import QtQuick
import "../parts"
import "../theme"
import models

Item {
    id: row

    required property Operator operator
    required property var entry
    readonly property bool steps: row.entry.kind === "step"

    height: Theme.control

    Label {
        anchors.left: parent.left
        anchors.right: value.left
        anchors.rightMargin: Theme.gap
        anchors.verticalCenter: parent.verticalCenter
        content: row.entry.label
        size: Theme.smallSize
        maximumLineCount: 2
        lineHeight: 1.1
        visible: row.entry.kind !== "action"
    }

    Row {
        id: value

        anchors.right: parent.right
        spacing: Theme.gap
        visible: row.entry.kind !== "action"

        SmallAction {
            objectName: row.entry.id + "_less"
            width: 108
            word: "−"
            visible: row.steps
            onTapped: row.operator.step(row.entry.id, -1)
        }

        Text {
            objectName: row.entry.id + "_value"
            width: Math.min(300, row.width * 0.36)
            height: 84
            text: Theme.mark + row.entry.value
            textFormat: Text.PlainText
            color: Theme.sand
            font.family: Theme.family
            font.weight: Font.DemiBold
            font.pixelSize: Theme.smallSize
            fontSizeMode: Text.Fit
            minimumPixelSize: 16
            wrapMode: Text.Wrap
            horizontalAlignment: Text.AlignHCenter
            verticalAlignment: Text.AlignVCenter
        }

        SmallAction {
            objectName: row.entry.id + "_more"
            width: 108
            word: "+"
            visible: row.steps
            onTapped: row.operator.step(row.entry.id, 1)
        }
    }

    SmallAction {
        objectName: "do_" + row.entry.id
        anchors.left: parent.left
        width: Math.min(parent.width, 520)
        word: row.entry.label
        visible: row.entry.kind === "action"
        onTapped: row.operator.do(row.entry.id)
    }
}
