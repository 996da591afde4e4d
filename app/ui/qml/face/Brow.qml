/* One brow (left; mirrored: right): a tapered arch that rises, and turns at its inner end. */
import QtQuick
import QtQuick.Shapes

Shape {
    id: brow

    required property LayeredAvatar avatar
    required property int side
    readonly property var pose: brow.avatar.pose
    readonly property var look: brow.avatar.look.brows
    readonly property real unit: brow.avatar.unit
    readonly property real lift: -brow.look.travel * brow.pose.browRaise
    // Inner end: up in regret; down, and towards the other brow, in thought.
    readonly property real innerY: brow.lift - 2 - brow.look.travel * brow.pose.browInner
    readonly property real innerX: 50 - 5 * Math.min(0, brow.pose.browInner)
    readonly property real belly: brow.lift * 0.6 + brow.innerY * 0.4
    readonly property real weight: brow.look.weight

    x: Math.round((brow.look.centres[brow.side][0] + brow.pose.headTurn * 2) * brow.unit)
    y: Math.round(brow.look.centres[brow.side][1] * brow.unit)
    transform: Scale {
        xScale: brow.unit * brow.look.size[0] * (brow.side === 1 ? -1 : 1)
        yScale: brow.unit * brow.look.size[1]
    }

    ShapePath {
        strokeWidth: -1
        fillGradient: LinearGradient {
            x1: -66
            x2: 56
            GradientStop { position: 0; color: brow.look.colours[0] }
            GradientStop { position: 0.7; color: brow.look.colours[1] }
            GradientStop { position: 1; color: brow.look.colours[2] }
        }
        PathSvg {
            path: `M-66 ${brow.lift * 0.8 + 12}C-46 ${brow.lift - 12 - 7 * brow.weight} 0 ${brow.belly - 11 - 7 * brow.weight} ${brow.innerX - 6} ${brow.innerY - 5 * brow.weight}C${brow.innerX + 7} ${brow.innerY - 2} ${brow.innerX + 6} ${brow.innerY + 10 * brow.weight} ${brow.innerX - 8} ${brow.innerY + 10 * brow.weight}C4 ${brow.belly - 5 + 6 * brow.weight} -40 ${brow.lift - 9 + 4 * brow.weight} -66 ${brow.lift * 0.8 + 12}Z`
        }
    }
}
