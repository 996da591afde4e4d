/* What the face is made of, from the eyeballs behind the skin to the brows on it. */
import QtQuick

Item {
    id: front

    required property var pose
    required property url art
    required property real unit
    readonly property real turn: front.pose.headTurn
    readonly property real nod: front.pose.headNod

    Eyeball {
        pose: front.pose
        unit: front.unit
        centreX: 452
    }
    Eyeball {
        pose: front.pose
        unit: front.unit
        centreX: 628
    }
    Layer {
        id: skin

        art: front.art
        name: "face"
        unit: front.unit
        box: Qt.rect(350, 190, 380, 520)
    }
    Layer {
        art: front.art
        name: "nose"
        unit: front.unit
        box: Qt.rect(490, 400, 100, 170)
        shiftX: front.turn * 6
        shiftY: front.nod * 4
    }
    Eyelid {
        pose: front.pose
        unit: front.unit
        x: 452 * front.unit
        y: 430 * front.unit
    }
    Eyelid {
        pose: front.pose
        unit: front.unit
        x: 628 * front.unit
        y: 430 * front.unit
        mirrored: true
    }
    Brow {
        pose: front.pose
        unit: front.unit
        x: 452 * front.unit
        y: 350 * front.unit
    }
    Brow {
        pose: front.pose
        unit: front.unit
        x: 628 * front.unit
        y: 350 * front.unit
        mirrored: true
    }
    Mouth {
        pose: front.pose
        unit: front.unit
        x: Math.round((540 + front.turn * 4) * front.unit)
        y: Math.round((604 + front.nod * 3) * front.unit)
    }
}
