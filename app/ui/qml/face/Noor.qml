/* Noor, the guide: layers from back to front, each moved a little differently as the head turns. */
import QtQuick

Item {
    id: noor

    required property var pose
    required property url art
    required property real unit
    readonly property real turn: noor.pose.headTurn
    readonly property real nod: noor.pose.headNod
    readonly property bool ready: under.status === Image.Ready && upper.ready && hood.status === Image.Ready && lower.ready && bust.status === Image.Ready
    property bool painted: false // once is enough: a new size is painted while the old one is shown

    opacity: noor.painted ? 1 : 0
    onReadyChanged: noor.painted = noor.painted || noor.ready

    Behavior on opacity {
        NumberAnimation {
            duration: 250
            easing.type: Easing.InOutQuad
        }
    }

    Item {
        x: Math.round(noor.turn * 12 * noor.unit)
        y: Math.round((noor.nod * 12 + noor.pose.lean * 6 - noor.pose.breath * 2) * noor.unit)
        width: noor.width
        height: noor.height
        transform: Rotation {
            origin.x: 540 * noor.unit
            origin.y: 820 * noor.unit
            // An eighth of a degree is less than a pixel at the brow; finer would only repaint more often.
            angle: Math.round(noor.pose.headTilt * 48) / 8
        }

        Layer {
            id: under

            art: noor.art
            name: "under"
            unit: noor.unit
            box: Qt.rect(330, 470, 420, 290)
        }
        UpperFace {
            id: upper

            x: Math.round(noor.turn * 7 * noor.unit)
            y: Math.round(noor.nod * 8 * noor.unit)
            pose: noor.pose
            art: noor.art
            unit: noor.unit
        }
        Layer {
            id: hood

            art: noor.art
            name: "hood"
            unit: noor.unit
            box: Qt.rect(250, 40, 580, 810)
        }
        LowerFace {
            id: lower

            x: upper.x
            y: upper.y
            pose: noor.pose
            art: noor.art
            unit: noor.unit
        }
    }

    Layer {
        id: bust

        art: noor.art
        name: "bust"
        unit: noor.unit
        box: Qt.rect(0, 664, 1080, 416)
        shiftY: noor.pose.lean * 4 - noor.pose.breath * 5
    }
    Hand {
        pose: noor.pose
        art: noor.art
        unit: noor.unit
    }
}
