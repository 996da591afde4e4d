/* What the engine costs and where its timing comes from; F12 opens it, F12 or Escape closes it. */
pragma ComponentBehavior: Bound
import QtQuick
import "../parts"
import "../theme"
import models

Rectangle {
    id: panel

    required property KioskScreen kiosk
    required property Diagnostics figures
    readonly property var texts: panel.kiosk.texts

    objectName: "panel"
    radius: 36
    color: Theme.night
    opacity: panel.kiosk.panel ? 1 : 0
    visible: opacity > 0
    enabled: panel.kiosk.panel // while it fades, touches already reach what is beneath

    Behavior on opacity {
        NumberAnimation {
            duration: Theme.quick
            easing.type: Easing.OutCubic
        }
    }

    TapHandler {} // what lies beneath is not touched through the panel

    Label {
        id: heading

        anchors.left: parent.left
        anchors.verticalCenter: close.verticalCenter
        anchors.leftMargin: 40
        content: panel.texts["panel"] ?? ""
        font.weight: Font.DemiBold
    }

    PillButton {
        id: close

        objectName: "closePanel"
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.margins: 24
        height: 84
        word: panel.texts["close"] ?? ""
        onTapped: panel.kiosk.inspect()
    }

    Flickable {
        anchors.fill: parent
        anchors.margins: 40
        anchors.topMargin: 128
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        contentHeight: body.height

        Column {
            id: body

            width: parent.width
            spacing: 30

            FigureTable {
                width: parent.width
                headings: [panel.texts["stage"] ?? "", panel.texts["count"] ?? "", panel.texts["cold"] ?? "", panel.texts["first"] ?? "", "p50", "p95", "p99", "max"]
                rows: panel.figures.latencies
            }

            FigureTable {
                width: parent.width
                headings: [panel.texts["model"] ?? "", panel.texts["variant"] ?? "", panel.texts["precision"] ?? "", panel.texts["threads"] ?? "", panel.texts["load"] ?? "", panel.texts["reason"] ?? ""]
                shares: [0.14, 0.25, 0.13, 0.12, 0.1, 0.26]
                rows: panel.figures.models
            }

            Grid {
                width: parent.width
                columns: 2
                columnSpacing: 40
                rowSpacing: 30

                Repeater {
                    model: [
                        {"heading": panel.texts["threads"] ?? "", "rows": panel.figures.threads},
                        {"heading": panel.texts["audio"] ?? "", "rows": panel.figures.audio},
                        {"heading": panel.texts["timing"] ?? "", "rows": panel.figures.timing},
                        {"heading": panel.texts["drops"] ?? "", "rows": panel.figures.drops}
                    ]

                    FigureList {
                        required property var modelData

                        width: (body.width - 40) / 2
                        heading: modelData.heading
                        rows: modelData.rows
                    }
                }
            }
        }
    }
}
