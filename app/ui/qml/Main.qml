/* The window: the avatar before its scene, and the sheet of words beneath (portrait) or beside it. */
pragma ComponentBehavior: Bound
import QtQuick
import "face"
import "panel"
import "parts"
import "scene"
import "theme"
import models

Window {
    id: window

    required property KioskScreen kiosk
    required property Captions captions
    required property FacePose pose
    required property Diagnostics figures
    readonly property bool upright: height >= width
    readonly property real unit: upright ? Math.min(width / 1080, height / 1920) : Math.min(width / 1920, height / 1080)

    title: "Lisan"
    color: Theme.night

    Binding {
        target: Theme
        property: "arabic"
        value: window.kiosk.mirrored
    }

    Item {
        anchors.fill: parent
        LayoutMirroring.enabled: window.kiosk.mirrored
        LayoutMirroring.childrenInherit: true

        Scene {
            anchors.left: parent.left
            anchors.top: parent.top
            width: picture.width + (window.upright ? 0 : 60 * window.unit)
            height: window.upright ? Math.round(window.height * 0.55 + 60 * window.unit) : window.height
            still: window.kiosk.still
        }

        Loader {
            id: picture

            anchors.left: parent.left
            anchors.top: parent.top
            width: window.upright ? window.width : Math.round(window.width * 0.55)
            // A little below the edge, so that breath never shows where the bust ends.
            height: Math.round((window.upright ? window.height * 0.55 : window.height) + 16 * window.unit)
            active: window.visible // so that its pictures are drawn once, at the size of the screen
            sourceComponent: Face {
                pose: window.pose
            }
        }

        Item {
            // Words are laid out in pixels of the reference screen and scaled as one.
            id: stage

            anchors.right: parent.right
            anchors.bottom: parent.bottom
            width: sheet.width * window.unit
            height: sheet.height * window.unit

            WordSheet {
                id: sheet

                width: Math.round((window.width - (window.upright ? 0 : picture.width)) / window.unit)
                height: Math.round(window.height * (window.upright ? 0.45 : 1) / window.unit)
                scale: window.unit
                transformOrigin: Item.TopLeft
                kiosk: window.kiosk
                captions: window.captions
                upright: window.upright
            }
        }

        Item {
            id: top

            width: Math.round(parent.width / window.unit)
            height: Math.round(parent.height / window.unit)
            scale: window.unit
            transformOrigin: Item.TopLeft

            Label {
                anchors.left: parent.left
                anchors.top: parent.top
                anchors.margins: Theme.margin
                width: 290 // clear of the avatar
                content: window.kiosk.title
                size: Theme.titleSize
                font.weight: Font.DemiBold
            }

            NoticeStrip {
                anchors.left: parent.left
                anchors.leftMargin: (picture.width / window.unit - width) / 2
                y: (window.upright ? window.height * 0.55 : window.height) / window.unit - height - 24
                widest: picture.width / window.unit - 2 * Theme.margin
                kiosk: window.kiosk
            }

            DiagnosticsPanel {
                anchors.right: parent.right
                anchors.bottom: parent.bottom
                anchors.margins: 24
                width: parent.width * (window.upright ? 1 : 0.62) - 48
                height: Math.min(implicitHeight, parent.height - 48)
                kiosk: window.kiosk
                figures: window.figures
            }
        }

        Item {
            // Above all else, so that it sees every touch; it takes none.
            anchors.fill: parent

            PointHandler {
                readonly property point eyes: Qt.point(picture.x + picture.width / 2, picture.y + picture.height / 3)

                onActiveChanged: if (active)
                    window.kiosk.touch((point.position.x - eyes.x) / picture.width * 2, (point.position.y - eyes.y) / picture.height * 2)
            }
        }
    }

    Shortcut {
        sequence: "F12"
        onActivated: window.kiosk.inspect()
    }

    Shortcut {
        sequence: "Escape"
        enabled: window.kiosk.panel
        onActivated: window.kiosk.inspect()
    }
}
