/* The sheet that carries all words: question, caption, suggestions, controls, and the keyboard when it is wanted. */
pragma ComponentBehavior: Bound
import QtQuick
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

        Item {
            id: words

            // By anchors: layouts that ask one another for their sizes never came to rest here.
            readonly property bool named: !sheet.upright || sheet.kiosk.question !== ""

            anchors.left: parent.left
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.bottom: bar.top
            anchors.bottomMargin: Theme.gap * 1.5
            visible: !sheet.kiosk.typing

            Label {
                id: asked

                objectName: "asked"
                width: parent.width
                content: sheet.kiosk.question
                color: Theme.sand
                size: Theme.smallSize
                wrapMode: Text.NoWrap
                elide: Text.ElideRight
                opacity: sheet.kiosk.question === "" ? 0 : 1
                visible: words.named
            }

            CaptionBand {
                anchors.left: parent.left
                anchors.right: parent.right
                anchors.top: parent.top
                anchors.topMargin: words.named ? Math.round(Theme.smallSize * Theme.lineHeight) + Theme.gap : 0
                anchors.bottom: sources.top
                kiosk: sheet.kiosk
                captions: sheet.captions
            }

            Label {
                id: sources

                objectName: "sources"
                anchors.bottom: cards.top
                anchors.bottomMargin: Theme.gap
                width: parent.width
                height: visible ? 2 * Theme.smallSize * Theme.lineHeight : 0
                content: sheet.kiosk.source
                color: Theme.sand
                size: Theme.smallSize
                fontSizeMode: Text.Fit
                minimumPixelSize: 20
                visible: sheet.kiosk.source_shown
            }

            QuestionCards {
                id: cards

                anchors.bottom: actions.top
                anchors.bottomMargin: Theme.gap
                width: parent.width
                kiosk: sheet.kiosk
                size: sheet.upright ? Theme.textSize : Theme.smallSize
                cardHeight: sheet.upright ? 148 : 164
            }

            ActionBar {
                id: actions

                anchors.bottom: parent.bottom
                width: parent.width
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
