/* The sheet that carries all words: question, caption, suggestions, controls, and the keyboard when it is wanted. */
pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Layouts
import "../keyboard"
import "../theme"
import models

Item {
    id: sheet

    required property KioskScreen kiosk
    required property Captions captions
    property bool upright: true // beneath the picture; else beside it

    Rectangle {
        anchors.fill: parent
        anchors.bottomMargin: sheet.upright ? -60 : 0
        anchors.rightMargin: sheet.upright ? 0 : -60
        radius: 48
        color: Theme.deep
    }

    Item {
        id: body

        anchors.fill: parent
        anchors.margins: Theme.margin
        anchors.topMargin: sheet.upright ? 30 : 64

        ColumnLayout {
            anchors.left: parent.left
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.bottom: bar.top
            anchors.bottomMargin: Theme.gap * 1.5
            spacing: Theme.gap
            visible: !sheet.kiosk.typing

            Label {
                objectName: "asked"
                Layout.fillWidth: true
                content: sheet.kiosk.question
                color: Theme.sand
                size: Theme.smallSize
                wrapMode: Text.NoWrap
                elide: Text.ElideRight
                opacity: sheet.kiosk.question === "" ? 0 : 1
                visible: !sheet.upright || sheet.kiosk.question !== ""
            }

            CaptionBand {
                Layout.fillWidth: true
                Layout.fillHeight: true
                kiosk: sheet.kiosk
                captions: sheet.captions
            }

            Label {
                objectName: "sources"
                Layout.fillWidth: true
                content: sheet.kiosk.source
                color: Theme.sand
                size: Theme.smallSize
                maximumLineCount: 2
                fontSizeMode: Text.Fit
                minimumPixelSize: 20
                visible: sheet.kiosk.source_shown
            }

            QuestionCards {
                Layout.fillWidth: true
                kiosk: sheet.kiosk
                size: sheet.upright ? Theme.textSize : Theme.smallSize
                cardHeight: sheet.upright ? 148 : 164
            }

            ActionBar {
                Layout.fillWidth: true
                kiosk: sheet.kiosk
            }
        }

        QuestionField {
            id: field

            anchors.left: parent.left
            y: sheet.kiosk.typing ? 0 : bar.y
            width: parent.width - (sheet.kiosk.typing ? 0 : bar.width + Theme.gap)
            height: Theme.control
            kiosk: sheet.kiosk
        }

        Loader {
            anchors.left: parent.left
            anchors.right: parent.right
            anchors.top: field.bottom
            anchors.topMargin: Theme.gap
            anchors.bottom: bar.top
            anchors.bottomMargin: Theme.gap
            active: sheet.kiosk.typing
            sourceComponent: Keyboard {
                kiosk: sheet.kiosk
            }
        }

        ControlBar {
            id: bar

            anchors.right: parent.right
            anchors.bottom: parent.bottom
            kiosk: sheet.kiosk
        }
    }
}
