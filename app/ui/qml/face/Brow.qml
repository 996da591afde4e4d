/* One brow (left; mirrored: right): a tapered arch that rises, and turns at its inner end. */
import QtQuick
import QtQuick.Shapes

Shape {
    id: brow

    required property var pose
    required property real unit
    property bool mirrored: false
    readonly property real lift: -13 * brow.pose.browRaise
    // Inner end: up in regret; down, and towards the other brow, in thought.
    readonly property real innerY: brow.lift - 13 * brow.pose.browInner
    readonly property real innerX: 50 - 5 * Math.min(0, brow.pose.browInner)

    transform: Scale {
        xScale: brow.mirrored ? -brow.unit : brow.unit
        yScale: brow.unit
    }

    ShapePath {
        strokeWidth: -1
        startX: -66
        startY: brow.lift * 0.8 + 12
        fillGradient: LinearGradient {
            x1: -66
            x2: 56
            GradientStop { position: 0; color: "#4a2c26" }
            GradientStop { position: 0.7; color: "#5b382e" }
            GradientStop { position: 1; color: "#b0704a3c" }
        }
        PathCubic {
            x: brow.innerX
            y: brow.innerY - 3
            control1X: -46
            control1Y: brow.lift - 17
            control2X: 0
            control2Y: brow.lift * 0.6 + brow.innerY * 0.4 - 15
        }
        PathQuad { x: brow.innerX; y: brow.innerY + 10; controlX: brow.innerX + 6; controlY: brow.innerY + 4 }
        PathCubic {
            x: -66
            y: brow.lift * 0.8 + 12
            control1X: 4
            control1Y: brow.lift * 0.6 + brow.innerY * 0.4 + 1
            control2X: -40
            control2Y: brow.lift - 4
        }
    }
}
