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
    readonly property int edge: 40
    readonly property int head: 128

    objectName: "panel"
    implicitHeight: panel.head + body.height + panel.edge
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
        anchors.leftMargin: panel.edge
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
        id: sheet

        objectName: "figures"
        anchors.fill: parent
        anchors.margins: panel.edge
        anchors.topMargin: panel.head
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        contentHeight: body.height

        Column {
            id: body

            width: parent.width
            spacing: 26

            FigureTable {
                width: parent.width
                headings: [panel.texts["stage"] ?? "", panel.texts["count"] ?? "", panel.texts["cold"] ?? "", panel.texts["first"] ?? "", "p50", "p95", "p99", "max"]
                rows: panel.figures.latencies
            }

            FigureTable {
                width: parent.width
                headings: [panel.texts["model"] ?? "", panel.texts["variant"] ?? "", panel.texts["precision"] ?? "", panel.texts["threads"] ?? "", panel.texts["load"] ?? "", panel.texts["reason"] ?? ""]
                shares: [0.13, 0.265, 0.135, 0.11, 0.1, 0.26]
                rows: panel.figures.models
            }

            Row {
                width: parent.width
                spacing: panel.edge

                Repeater {
                    model: [
                        [
                            {"heading": panel.texts["threads"] ?? "", "rows": panel.figures.threads},
                            {"heading": panel.texts["timing"] ?? "", "rows": panel.figures.timing}
                        ],
                        [
                            {"heading": panel.texts["audio"] ?? "", "rows": panel.figures.audio},
                            {"heading": panel.texts["drops"] ?? "", "rows": panel.figures.drops}
                        ]
                    ]

                    Column {
                        id: side

                        required property var modelData

                        width: (body.width - panel.edge) / 2
                        spacing: 26

                        Repeater {
                            model: side.modelData

                            FigureList {
                                required property var modelData

                                width: side.width
                                heading: modelData.heading
                                rows: modelData.rows
                            }
                        }
                    }
                }
            }
        }
    }

    Rectangle { // how much more there is, and where
        anchors.right: parent.right
        anchors.rightMargin: 14
        y: sheet.y + sheet.visibleArea.yPosition * sheet.height
        width: 8
        height: sheet.visibleArea.heightRatio * sheet.height
        radius: width / 2
        color: Theme.card
        visible: sheet.visibleArea.heightRatio < 1
    }
}
