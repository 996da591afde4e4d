/* The part of the face that speaks: the chin, which the jaw stretches down over the hood, and the mouth. */
import QtQuick

Item {
    id: lower

    required property var pose
    required property url art
    required property real unit
    readonly property bool ready: chin.status === Image.Ready

    Layer {
        id: chin

        art: lower.art
        name: "chin"
        unit: lower.unit
        box: Qt.rect(396, 600, 288, 104)
        transform: Scale {
            yScale: 1 + Math.round(32 * lower.pose.jaw) / 104 // in steps of a pixel
        }
    }
    Layer {
        art: lower.art
        name: "lip_shadow"
        unit: lower.unit
        box: Qt.rect(482, 600, 116, 48)
        shiftX: mouth.shiftX
        shiftY: mouth.form.at.under - 15
    }
    Mouth {
        id: mouth

        readonly property real shiftX: lower.pose.headTurn * 4

        x: Math.round((540 + mouth.shiftX) * lower.unit)
        y: Math.round((602 + lower.pose.headNod * 3) * lower.unit)
        pose: lower.pose
        unit: lower.unit
    }
}
