/* Text size, contrast, volume and captions: one touch opens this, the second one changes. */
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import "../theme"
import models

Rectangle {
    id: sheet

    required property KioskScreen kiosk
    readonly property var texts: sheet.kiosk.texts

    objectName: "comfort_sheet"
    color: Theme.night
    radius: 48
    visible: sheet.kiosk.comfort

    TapHandler {} // what lies beneath is not touched through it

    ColumnLayout {
        anchors.fill: parent
        anchors.margins: Theme.margin
        spacing: Theme.gap

        ComfortRow {
            Layout.fillWidth: true
            word: sheet.texts["text_size"] ?? ""

            Repeater {
                model: 3

                SmallAction {
                    required property int index

                    objectName: "text_" + index
                    width: 124
                    word: sheet.kiosk.language === "ar" ? "أ" : "A"
                    on: sheet.kiosk.text_step === index
                    onTapped: sheet.kiosk.act("text_" + index)
                }
            }
        }

        ComfortRow {
            Layout.fillWidth: true
            word: sheet.texts["volume"] ?? ""

            SmallAction {
                objectName: "quieter"
                width: 124
                word: "−"
                onTapped: sheet.kiosk.act("quieter")
            }

            Rectangle {
                width: 124
                height: 84
                radius: 20
                color: Theme.field

                Rectangle {
                    anchors.left: parent.left
                    anchors.bottom: parent.bottom
                    width: parent.width
                    height: parent.height * sheet.kiosk.loudness / 10
                    radius: 20
                    color: Theme.coral
                }

                Text {
                    anchors.centerIn: parent
                    text: sheet.kiosk.loudness
                    color: sheet.kiosk.loudness > 5 ? Theme.ink : Theme.light
                    font.family: Theme.family
                    font.weight: Font.DemiBold
                    font.pixelSize: 36
                }
            }

            SmallAction {
                objectName: "louder"
                width: 124
                word: "+"
                onTapped: sheet.kiosk.act("louder")
            }
        }

        ComfortRow {
            Layout.fillWidth: true
            word: sheet.texts["contrast"] ?? ""

            SmallAction {
                objectName: "contrast"
                width: 268
                word: sheet.texts[sheet.kiosk.strong ? "on" : "off"] ?? ""
                on: sheet.kiosk.strong
                onTapped: sheet.kiosk.act("contrast")
            }
        }

        ComfortRow {
            Layout.fillWidth: true
            word: sheet.texts["captions"] ?? ""

            SmallAction {
                objectName: "captions_switch"
                width: 268
                word: sheet.texts[sheet.kiosk.captioned ? "on" : "off"] ?? ""
                on: sheet.kiosk.captioned
                onTapped: sheet.kiosk.act("captions")
            }
        }

        Item {
            Layout.fillHeight: true
        }

        PillButton {
            objectName: "comfort_close"
            Layout.alignment: Qt.AlignHCenter
            word: sheet.texts["close"] ?? ""
            onTapped: sheet.kiosk.act("comfort")
        }
    }
}
