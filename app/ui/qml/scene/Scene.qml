/* The exhibit at dusk behind the avatar: sky and dunes, haze, water with its glints, mangroves. */
import QtQuick

Item {
    id: scene

    required property bool still
    readonly property real unit: width > 0 && height > 0 ? Math.max(width, height) / 1104 : 0
    property real time: 0

    clip: true

    Timer {
        running: !scene.still
        repeat: true
        interval: 250 // at most one pixel each: slow enough to be felt rather than seen
        onTriggered: scene.time += 0.25
    }

    Item {
        x: Math.round((scene.width - width) / 2)
        y: scene.height - height
        width: Math.round(1104 * scene.unit)
        height: width

        DriftingLayer {
            unit: scene.unit
            box: Qt.rect(0, 0, 1104, 1104)
            reach: 0
            phase: 0
            picture: "ground.svg"
        }

        DriftingLayer {
            unit: scene.unit
            box: Qt.rect(-48, 590, 1200, 120)
            phase: scene.time / 17
            picture: "haze.svg"
        }

        DriftingLayer {
            unit: scene.unit
            box: Qt.rect(-48, 700, 1200, 130)
            phase: scene.time / 13 + 2
            picture: "glints_far.svg"
        }

        DriftingLayer {
            unit: scene.unit
            box: Qt.rect(-48, 810, 1200, 250)
            phase: -scene.time / 11
            picture: "glints_near.svg"
        }

        DriftingLayer {
            unit: scene.unit
            box: Qt.rect(0, 300, 400, 804)
            reach: 0
            phase: 0
            picture: "mangroves_left.svg"
        }

        DriftingLayer {
            unit: scene.unit
            box: Qt.rect(704, 300, 400, 804)
            reach: 0
            phase: 0
            picture: "mangroves_right.svg"
        }
    }
}
