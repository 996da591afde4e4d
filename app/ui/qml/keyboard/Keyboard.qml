/* The keyboard on the screen. Its letters stand where they stand on any keyboard, so it is never mirrored. */
pragma ComponentBehavior: Bound
import QtQuick
import "../theme"
import models

Item {
    id: keyboard

    required property KioskScreen kiosk
    property string script: keyboard.kiosk.language
    property bool signs: false
    // Twelve keys in a row, as Arabic has them, are 15 mm wide beside the face only if they stand closer.
    readonly property int gap: keyboard.columns > 11 ? 5 : 10
    readonly property var rows: (keyboard.signs ? KeyRows.signs : KeyRows.letters)[keyboard.script] ?? []
    readonly property int columns: Math.max(1, ...keyboard.rows.map(row => row.length))
    readonly property real keyWidth: (width - keyboard.gap * (keyboard.columns - 1)) / keyboard.columns
    readonly property real keyHeight: Math.max(Theme.finger, (height - 3 * keyboard.gap) / 4)
    readonly property real wide: Math.max(keyboard.keyWidth, (width - 5 * keyboard.gap) / 8)

    objectName: "keyboard"
    LayoutMirroring.enabled: false
    LayoutMirroring.childrenInherit: true

    Column {
        width: parent.width
        spacing: keyboard.gap

        Repeater {
            model: keyboard.rows

            Row {
                id: row

                required property string modelData

                anchors.horizontalCenter: parent.horizontalCenter
                spacing: keyboard.gap

                Repeater {
                    model: row.modelData.split("")

                    Key {
                        required property string modelData

                        objectName: "key_" + modelData
                        width: keyboard.keyWidth
                        height: keyboard.keyHeight
                        letter: modelData
                        onTapped: keyboard.kiosk.strike(modelData)
                    }
                }
            }
        }

        Row {
            spacing: keyboard.gap

            Key {
                objectName: "key_hide"
                width: keyboard.wide
                height: keyboard.keyHeight
                letter: keyboard.kiosk.texts["hide"] ?? ""
                drawing: "hide"
                onTapped: keyboard.kiosk.act("hide")
            }

            Key {
                objectName: "key_signs"
                width: keyboard.wide
                height: keyboard.keyHeight
                letter: keyboard.signs ? (keyboard.script === "ar" ? "أ ب" : "ABC") : "?123"
                onTapped: keyboard.signs = !keyboard.signs
            }

            Key {
                objectName: "key_script"
                width: keyboard.wide
                height: keyboard.keyHeight
                letter: KeyRows.called[KeyRows.other[keyboard.script]] ?? ""
                onTapped: keyboard.script = KeyRows.other[keyboard.script] ?? "en"
            }

            Key {
                objectName: "key_space"
                width: keyboard.width - 5 * keyboard.wide - 5 * keyboard.gap
                height: keyboard.keyHeight
                letter: keyboard.kiosk.texts["space"] ?? ""
                drawing: "space"
                onTapped: keyboard.kiosk.strike(" ")
            }

            Key {
                objectName: "key_delete"
                width: keyboard.wide
                height: keyboard.keyHeight
                letter: keyboard.kiosk.texts["delete"] ?? ""
                drawing: "delete"
                repeats: true
                onTapped: keyboard.kiosk.strike("\b")
            }

            Key {
                objectName: "key_enter"
                width: keyboard.wide
                height: keyboard.keyHeight
                ground: Theme.coral
                groundPressed: Theme.light
                letter: keyboard.kiosk.texts["send"] ?? ""
                onTapped: keyboard.kiosk.strike("\n")
            }
        }
    }
}
