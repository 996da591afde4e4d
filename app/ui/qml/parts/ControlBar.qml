/* The end of the row at the bottom: text and sound, stop, and last the language, always in the same corner. */
import QtQuick
import "../theme"
import models

Row {
    id: bar

    required property KioskScreen kiosk

    spacing: Theme.gap

    Touchable {
        objectName: "comfort"
        width: height
        radius: height / 2
        name: bar.kiosk.texts["comfort"] ?? ""
        onTapped: bar.kiosk.act("comfort")

        Text {
            anchors.centerIn: parent
            text: bar.kiosk.language === "ar" ? "أب" : "Aa"
            color: Theme.light
            font.family: Theme.family
            font.weight: Font.DemiBold
            font.pixelSize: 42
        }
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
