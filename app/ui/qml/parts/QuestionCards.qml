/* The suggested questions, two in a row, or one at the largest text. */
pragma ComponentBehavior: Bound
import QtQuick
import "../theme"
import models

Grid {
    id: cards

    required property KioskScreen kiosk

    property int size: Theme.textSize
    property real cardHeight: 148

    columns: cards.kiosk.text_step > 1 ? 1 : 2
    spacing: Theme.gap

    Repeater {
        model: cards.kiosk.questions

        QuestionCard {
            required property string modelData
            required property int index

            objectName: "card" + index
            width: (cards.width - (cards.columns - 1) * cards.spacing) / cards.columns
            height: cards.cardHeight
            size: cards.size
            question: modelData
            onTapped: cards.kiosk.ask(modelData)
        }
    }
}
