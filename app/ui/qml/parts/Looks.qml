/* Tells the theme what the visitor and the screen want of it. */
import QtQuick
import "../theme"
import models

Item {
    id: looks

    required property KioskScreen kiosk
    required property real pixels // across the window's diagonal
    required property real unit

    Binding {
        target: Theme
        property: "arabic"
        value: looks.kiosk.mirrored
    }

    Binding {
        target: Theme
        property: "enlarged"
        value: 1 + 0.2 * looks.kiosk.text_step
    }

    Binding {
        target: Theme
        property: "strong"
        value: looks.kiosk.strong
    }

    Binding {
        target: Theme
        property: "finger"
        value: looks.pixels / looks.kiosk.diagonal * 15 / 25.4 / looks.unit
    }
}
