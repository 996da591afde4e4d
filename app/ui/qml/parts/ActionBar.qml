/* What can be done with the answer, and how to get to other questions. */
import QtQuick
import QtQuick.Layouts
import "../theme"
import models

RowLayout {
    id: actions

    required property KioskScreen kiosk
    readonly property real share: (width - 3 * Theme.gap) / 4

    spacing: Theme.gap

    SmallAction {
        objectName: "repeat"
        Layout.preferredWidth: actions.share
        word: actions.kiosk.texts["repeat"] ?? ""
        visible: actions.kiosk.answered
        onTapped: actions.kiosk.act("repeat")
    }

    SmallAction {
        objectName: "slower"
        Layout.preferredWidth: actions.share
        word: actions.kiosk.texts["slower"] ?? ""
        on: actions.kiosk.slow
        visible: actions.kiosk.answered
        onTapped: actions.kiosk.act("slower")
    }

    SmallAction {
        objectName: "source"
        Layout.preferredWidth: actions.share
        word: actions.kiosk.texts["source"] ?? ""
        on: actions.kiosk.source_shown
        visible: actions.kiosk.source !== ""
        onTapped: actions.kiosk.act("source")
    }

    Item {
        Layout.fillWidth: true
    }

    SmallAction {
        objectName: "more"
        Layout.preferredWidth: actions.kiosk.answered ? actions.share : 2 * actions.share
        word: actions.kiosk.texts[actions.kiosk.answered ? "questions" : "more"] ?? ""
        onTapped: actions.kiosk.act("more")
    }
}
