/* The face from the eyeballs behind the skin to the brows on it; what the hood lies over. */
import QtQuick

Item {
    id: front

    required property var pose
    required property url art
    required property real unit
    readonly property bool ready: skin.status === Image.Ready && nose.status === Image.Ready

    Eyeball {
        pose: front.pose
        art: front.art
        unit: front.unit
        centreX: 452
    }
    Eyeball {
        pose: front.pose
        art: front.art
        unit: front.unit
        centreX: 628
    }
    Layer {
        id: skin

        art: front.art
        name: "face"
        unit: front.unit
        box: Qt.rect(340, 190, 400, 414)
    }
    Layer {
        art: front.art
        name: "smile"
        unit: front.unit
        box: Qt.rect(380, 460, 320, 170)
        shiftY: 6 - 6 * front.pose.smile
        opacity: front.pose.smile
    }
    Layer {
        id: nose

        art: front.art
        name: "nose"
        unit: front.unit
        box: Qt.rect(470, 380, 140, 200)
        shiftX: front.pose.headTurn * 6
        shiftY: front.pose.headNod * 4
    }
    Eyelid {
        x: 452 * front.unit
        y: 430 * front.unit
        pose: front.pose
        unit: front.unit
        lit: "#eab491"
        shaded: "#c07a62"
    }
    Eyelid {
        x: 628 * front.unit
        y: 430 * front.unit
        pose: front.pose
        unit: front.unit
        mirrored: true
        lit: "#dca080"
        shaded: "#ad6852"
    }
    Brow {
        x: Math.round((452 + front.pose.headTurn * 2) * front.unit)
        y: 346 * front.unit
        pose: front.pose
        unit: front.unit
    }
    Brow {
        x: Math.round((628 + front.pose.headTurn * 2) * front.unit)
        y: 346 * front.unit
        pose: front.pose
        unit: front.unit
        mirrored: true
    }
}
