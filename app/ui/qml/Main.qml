/* The window: the exhibit, and above it what staff see. */
pragma ComponentBehavior: Bound
import QtQuick
import "operator"
import "panel"
import "parts"
import "theme"
import models

Window {
    id: window

    required property KioskScreen kiosk
    required property Captions captions
    required property FacePose pose
    required property Diagnostics figures
    required property Operator operator
    readonly property bool turned: kiosk.rotation % 180 !== 0
    readonly property real unit: room.upright ? Math.min(room.width / 1080, room.height / 1920) : Math.min(room.width / 1920, room.height / 1080)

    title: "Lisan"
    color: Theme.night
    onClosing: close => close.accepted = !kiosk.locked

    Looks {
        kiosk: window.kiosk
        pixels: Math.hypot(window.width, window.height)
        unit: window.unit
    }

    Item {
        id: room

        readonly property bool upright: height >= width

        anchors.centerIn: parent
        width: window.turned ? window.height : window.width
        height: window.turned ? window.width : window.height
        rotation: window.kiosk.rotation
        LayoutMirroring.enabled: window.kiosk.mirrored
        LayoutMirroring.childrenInherit: true

        Exhibit {
            id: exhibit

            anchors.fill: parent
            kiosk: window.kiosk
            captions: window.captions
            pose: window.pose
            unit: window.unit
            showing: window.visible
        }

        Item {
            id: top

            width: Math.round(parent.width / window.unit)
            height: Math.round(parent.height / window.unit)
            scale: window.unit
            transformOrigin: Item.TopLeft

            Label {
                objectName: "title"
                anchors.left: parent.left
                anchors.top: parent.top
                anchors.margins: Theme.margin
                width: 290 // clear of the avatar
                content: window.kiosk.title
                size: Theme.titleSize
                font.weight: Font.DemiBold

                TapHandler { // staff: hold the title, and the kiosk is silent or speaks again
                    longPressThreshold: 2
                    onLongPressed: window.kiosk.act("hush")
                }
            }

            NoticeStrip {
                anchors.left: parent.left
                anchors.leftMargin: (exhibit.picture.width / window.unit - width) / 2
                y: (room.upright ? room.height * 0.55 : room.height) / window.unit - height - 24
                widest: exhibit.picture.width / window.unit - 2 * Theme.margin
                kiosk: window.kiosk
            }

            ClosedScreen {
                anchors.fill: parent
                kiosk: window.kiosk
            }

            OperatorScreen {
                anchors.fill: parent
                kiosk: window.kiosk
                operator: window.operator
                pose: window.pose
            }

            DiagnosticsPanel {
                anchors.right: parent.right
                anchors.bottom: parent.bottom
                anchors.margins: 24
                width: parent.width * (room.upright ? 1 : 0.62) - 48
                height: Math.min(implicitHeight, parent.height - 48)
                kiosk: window.kiosk
                figures: window.figures
            }
        }

        TouchWatch {
            anchors.fill: parent
            kiosk: window.kiosk
            picture: exhibit.picture
        }
    }

    Shortcut {
        sequence: "F12"
        enabled: !window.kiosk.locked
        onActivated: window.kiosk.inspect()
    }

    Shortcut {
        sequence: "Ctrl+Alt+O"
        onActivated: window.kiosk.act("operator")
    }

    Shortcut {
        sequence: "Escape"
        enabled: window.kiosk.panel
        onActivated: window.kiosk.inspect()
    }
}
