/* What can be done with the answer, and how to get to other questions. */
import QtQuick
import "../theme"
import models

Item {
    id: actions

    required property KioskScreen kiosk
    readonly property real share: (width - 3 * Theme.gap) / 4

    height: more.height

    Row {
        anchors.left: parent.left
        spacing: Theme.gap

        SmallAction {
            objectName: "repeat"
            width: actions.share
            word: actions.kiosk.texts["repeat"] ?? ""
            visible: actions.kiosk.answered
            onTapped: actions.kiosk.act("repeat")
        }

        SmallAction {
            objectName: "slower"
            width: actions.share
            word: actions.kiosk.texts["slower"] ?? ""
            on: actions.kiosk.slow
            visible: actions.kiosk.answered
            onTapped: actions.kiosk.act("slower")
        }

        SmallAction {
            objectName: "source"
            width: actions.share
            word: actions.kiosk.texts["source"] ?? ""
            on: actions.kiosk.source_shown
            visible: actions.kiosk.answered && actions.kiosk.source !== ""
            onTapped: actions.kiosk.act("source")
        }
    }

    SmallAction {
        id: more

        objectName: "more"
        anchors.right: parent.right
        width: actions.kiosk.answered ? actions.share : 2 * actions.share
        height: implicitHeight
        word: actions.kiosk.texts[actions.kiosk.answered ? "questions" : "more"] ?? ""
        onTapped: actions.kiosk.act("more")
    }
}
