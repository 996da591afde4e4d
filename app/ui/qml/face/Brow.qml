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
    readonly property real innerY: brow.lift - 2 - 13 * brow.pose.browInner
    readonly property real innerX: 50 - 5 * Math.min(0, brow.pose.browInner)
    readonly property real belly: brow.lift * 0.6 + brow.innerY * 0.4

    transform: Scale {
        xScale: brow.mirrored ? -brow.unit : brow.unit
        yScale: brow.unit
    }

    ShapePath {
        strokeWidth: -1
        fillGradient: LinearGradient {
            x1: -66
            x2: 56
            GradientStop { position: 0; color: "#4a2c26" }
            GradientStop { position: 0.7; color: "#5b382e" }
            GradientStop { position: 1; color: "#6a4436" }
        }
        PathSvg {
            path: `M-66 ${brow.lift * 0.8 + 12}C-46 ${brow.lift - 19} 0 ${brow.belly - 18} ${brow.innerX - 6} ${brow.innerY - 5}C${brow.innerX + 7} ${brow.innerY - 2} ${brow.innerX + 6} ${brow.innerY + 10} ${brow.innerX - 8} ${brow.innerY + 10}C4 ${brow.belly + 1} -40 ${brow.lift - 5} -66 ${brow.lift * 0.8 + 12}Z`
        }
    }
}
