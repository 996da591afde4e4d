/* Noor, the guide: layers from back to front, each moved a little differently as the head turns. */
import QtQuick

Item {
    id: noor

    required property var pose
    required property url art
    required property real unit
    readonly property real turn: noor.pose.headTurn
    readonly property real nod: noor.pose.headNod

    Item {
        id: head

        x: Math.round(noor.turn * 10 * noor.unit)
        y: Math.round((noor.nod * 8 + noor.pose.lean * 6 - noor.pose.breath * 2) * noor.unit)
        width: noor.width
        height: noor.height
        transform: Rotation {
            origin.x: 540 * noor.unit
            origin.y: 800 * noor.unit
            angle: noor.pose.headTilt * 6
        }

        Layer {
            art: noor.art
            name: "scarf_back"
            unit: noor.unit
            box: Qt.rect(250, 40, 580, 860)
            shiftX: -noor.turn * 6
        }

        FaceFront {
            x: Math.round(noor.turn * 6 * noor.unit)
            y: Math.round(noor.nod * 5 * noor.unit)
            width: noor.width
            height: noor.height
            pose: noor.pose
            art: noor.art
            unit: noor.unit
        }

        Layer {
            art: noor.art
            name: "hood"
            unit: noor.unit
            box: Qt.rect(250, 40, 580, 860)
        }
    }

    Layer {
        art: noor.art
        name: "bust"
        unit: noor.unit
        box: Qt.rect(0, 660, 1080, 420)
        shiftY: noor.pose.lean * 4 - noor.pose.breath * 5
    }

    Hand {
        pose: noor.pose
        art: noor.art
        unit: noor.unit
    }
}
