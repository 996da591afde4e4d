/* The row at the bottom: typing, stop, and at its end the language, always in the same corner. */
import QtQuick
import QtQuick.Layouts
import "../theme"
import models

RowLayout {
    id: bar

    required property KioskScreen kiosk

    spacing: Theme.gap

    QuestionField {
        Layout.fillWidth: true
        kiosk: bar.kiosk
    }

    PillButton {
        objectName: "stop"
        word: bar.kiosk.texts["stop"] ?? ""
        stops: true
        visible: bar.kiosk.state === "speaking" || bar.kiosk.state === "thinking"
        onTapped: bar.kiosk.stop()
    }

    PillButton {
        objectName: "language"
        word: bar.kiosk.texts["switch_to"] ?? ""
        onTapped: bar.kiosk.alternate()
    }
}
