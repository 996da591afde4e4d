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
        anchors.topMargin: sheet.upright ? 0 : -60
        anchors.bottomMargin: -60
        anchors.rightMargin: sheet.upright ? 0 : -60
        radius: 48
        color: Theme.deep
    }

    ColumnLayout {
        anchors.fill: parent
        anchors.margins: Theme.margin
        anchors.topMargin: sheet.upright ? 30 : 150
        spacing: Theme.gap

        Label {
            objectName: "asked"
            Layout.fillWidth: true
            content: sheet.kiosk.question
            color: Theme.sand
            size: Math.round(Theme.textSize * 0.92)
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
        }

        ControlBar {
            Layout.fillWidth: true
            kiosk: sheet.kiosk
        }
    }
}
