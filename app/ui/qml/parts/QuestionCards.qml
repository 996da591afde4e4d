/* The suggested questions, two in a row. */
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import "../theme"
import models

GridLayout {
    id: cards

    required property KioskScreen kiosk

    property int size: Theme.textSize
    property real cardHeight: 148

    columns: cards.kiosk.text_step > 1 ? 1 : 2
    columnSpacing: Theme.gap
    rowSpacing: Theme.gap

    Repeater {
        model: cards.kiosk.questions

        QuestionCard {
            required property string modelData
            required property int index

            objectName: "card" + index
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            Layout.preferredHeight: cards.cardHeight
            size: cards.size
            question: modelData
            onTapped: cards.kiosk.ask(modelData)
        }
    }
}
