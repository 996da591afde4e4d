/* The sheet that carries all words: question, caption, suggestions, controls. */
import QtQuick
import QtQuick.Layouts
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

    ColumnLayout {
        anchors.fill: parent
        anchors.margins: Theme.margin
        anchors.topMargin: sheet.upright ? 30 : 64
        spacing: Theme.gap

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

        QuestionCards {
            Layout.fillWidth: true
            Layout.bottomMargin: Theme.gap / 2
            kiosk: sheet.kiosk
            size: sheet.upright ? Theme.textSize : Theme.smallSize
            cardHeight: sheet.upright ? 148 : 164
        }

        ControlBar {
            Layout.fillWidth: true
            kiosk: sheet.kiosk
        }
    }
}
