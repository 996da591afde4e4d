/* What visitors see: the avatar before its scene, and the words beneath (portrait) or beside it. */
pragma ComponentBehavior: Bound
import QtQuick
import "../attract"
import "../face"
import "../scene"
import models

Item {
    id: exhibit

    required property KioskScreen kiosk
    required property Captions captions
    required property FacePose pose
    required property real unit
    required property bool showing
    readonly property bool upright: height >= width
    readonly property alias picture: picture

    Scene {
        anchors.left: parent.left
        anchors.top: parent.top
        width: picture.width + (exhibit.upright ? 0 : 60 * exhibit.unit)
        height: exhibit.upright ? Math.round(exhibit.height * 0.55 + 60 * exhibit.unit) : exhibit.height
        still: exhibit.kiosk.still
    }

    Loader {
        id: picture

        anchors.left: parent.left
        anchors.top: parent.top
        width: exhibit.upright ? exhibit.width : Math.round(exhibit.width * 0.55)
        // A little below the edge, so that breath never shows where the bust ends.
        height: Math.round((exhibit.upright ? exhibit.height * 0.55 : exhibit.height) + 16 * exhibit.unit)
        active: exhibit.showing // so that its pictures are drawn once, at the size of the screen
        sourceComponent: Face {
            pose: exhibit.pose
        }
    }

    Item {
        // Words are laid out in pixels of the reference screen and scaled as one.
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        width: words.width * exhibit.unit
        height: words.height * exhibit.unit

        Item {
            id: words

            width: Math.round((exhibit.width - (exhibit.upright ? 0 : picture.width)) / exhibit.unit)
            height: Math.round(exhibit.height * (exhibit.upright ? 0.45 : 1) / exhibit.unit)
            scale: exhibit.unit
            transformOrigin: Item.TopLeft

            WordSheet {
                anchors.fill: parent
                kiosk: exhibit.kiosk
                captions: exhibit.captions
                upright: exhibit.upright
                visible: !exhibit.kiosk.attract
            }

            AttractScreen {
                anchors.fill: parent
                kiosk: exhibit.kiosk
                upright: exhibit.upright
                visible: exhibit.kiosk.attract
            }

            ComfortSheet {
                anchors.fill: parent
                kiosk: exhibit.kiosk
            }

            StillThere {
                anchors.fill: parent
                kiosk: exhibit.kiosk
            }
        }
    }
}
