/* The staff's screens, over everything: the PIN first, then pages of settings. */
pragma ComponentBehavior: Bound
import QtQuick
import "../parts"
import "../theme"
import models

Rectangle {
    id: screen

    required property KioskScreen kiosk
    required property Operator operator
    required property FacePose pose
    readonly property bool sync: screen.operator.page === "sync" && screen.operator.trusted

    objectName: "operator"
    color: Theme.night
    visible: screen.operator.open

    TapHandler {} // visitors' things lie beneath

    Label {
        id: heading

        anchors.left: parent.left
        anchors.verticalCenter: close.verticalCenter
        anchors.leftMargin: Theme.margin
        content: screen.kiosk.texts["operator"] ?? ""
        size: Theme.titleSize
        font.weight: Font.DemiBold
    }

    PillButton {
        id: close

        objectName: "operator_close"
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.margins: Theme.margin
        word: screen.kiosk.texts["close"] ?? ""
        onTapped: screen.operator.close()
    }

    PinPad {
        anchors.centerIn: parent
        kiosk: screen.kiosk
        operator: screen.operator
        visible: !screen.operator.trusted
    }

    Flow {
        id: tabs

        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: close.bottom
        anchors.margins: Theme.margin
        spacing: Theme.gap
        visible: screen.operator.trusted

        Repeater {
            model: screen.operator.pages

            SmallAction {
                required property var modelData

                objectName: "page_" + modelData.id
                width: 300
                word: modelData.label
                on: screen.operator.page === modelData.id
                onTapped: screen.operator.go(modelData.id)
            }
        }
    }

    Column {
        id: rows

        anchors.left: parent.left
        anchors.top: tabs.bottom
        anchors.margins: Theme.margin
        width: Math.min(parent.width - 2 * Theme.margin, 1200)
        spacing: 4
        visible: screen.operator.trusted

        Repeater {
            model: screen.operator.rows

            OperatorRow {
                required property var modelData

                width: rows.width
                operator: screen.operator
                entry: modelData
            }
        }
    }

    Label {
        objectName: "operator_hint"
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        anchors.margins: Theme.margin
        content: screen.operator.hint
        color: Theme.sand
        size: Theme.smallSize
    }

    Rectangle { // lights with the mouth: easier to judge than a lip
        objectName: "flash"
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        anchors.margins: 160
        width: 200
        height: 200
        radius: 100
        color: screen.pose.jaw > 0.15 ? Theme.coral : Theme.card
        visible: screen.sync
    }
}
