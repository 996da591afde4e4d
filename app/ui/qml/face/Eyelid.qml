/* Both lids of one eye with their lashes, drawn over the opening in the skin (left eye; mirrored: right). */
import QtQuick
import QtQuick.Shapes

Shape {
    id: lids

    required property LayeredAvatar avatar
    required property int side
    readonly property var pose: lids.avatar.pose
    readonly property var look: lids.avatar.look.eyes
    readonly property real unit: lids.avatar.unit
    readonly property real half: lids.look.half
    readonly property real out: lids.look.outer
    readonly property real inn: lids.look.inner
    // Height of the curves' handles: the upper lid follows brow and gaze, and meets the lower one in a blink.
    readonly property real lower: lids.look.lower - 0.42 * lids.look.lower * lids.pose.squint
    readonly property real opened: lids.look.upper * (1 + 0.3 * lids.pose.browRaise - 0.24 * lids.pose.gazeY - 0.14 * lids.pose.squint)
    readonly property real upper: lids.opened + (lids.lower - 4 - lids.opened) * lids.pose.blink
    readonly property real crease: lids.look.crease - 8 * lids.pose.browRaise + 5 * lids.pose.blink
    readonly property real lash: lids.look.lashWidth
    readonly property real fore: 0.56 * lids.half // where the handles are

    x: Math.round(lids.look.centres[lids.side][0] * lids.unit)
    y: Math.round(lids.look.centres[lids.side][1] * lids.unit)
    transform: Scale {
        xScale: lids.side === 1 ? -lids.unit : lids.unit
        yScale: lids.unit
    }

    ShapePath { // lower lid
        strokeWidth: -1
        fillColor: lids.look.lit[lids.side]
        PathSvg { path: `M${-lids.half - 1} ${lids.out}C${-lids.fore} ${lids.lower} ${lids.fore * 0.9} ${lids.lower} ${lids.half} ${lids.inn}C${lids.fore * 0.9} ${lids.look.lower + 17} ${-lids.fore} ${lids.look.lower + 17} ${-lids.half - 1} ${lids.out}Z` }
    }
    ShapePath { // its wet edge
        strokeWidth: 2.5
        strokeColor: lids.look.line
        fillColor: "transparent"
        capStyle: ShapePath.RoundCap
        PathSvg { path: `M${-lids.half + 4} ${lids.out + 4}C${-lids.fore * 0.95} ${lids.lower} ${lids.fore * 0.85} ${lids.lower} ${lids.half - 4} ${lids.inn}` }
    }
    ShapePath { // upper lid
        strokeWidth: -1
        fillGradient: LinearGradient {
            y1: lids.crease * 0.75
            y2: lids.upper * 0.75 + 4
            GradientStop { position: 0; color: lids.look.shaded[lids.side] }
            GradientStop { position: 1; color: lids.look.lit[lids.side] }
        }
        PathSvg { path: `M${-lids.half - 2} ${lids.out - 2}C${-lids.fore} ${lids.crease} ${lids.fore} ${lids.crease} ${lids.half + 2} ${lids.inn}C${lids.fore} ${lids.upper} ${-lids.fore} ${lids.upper} ${-lids.half - 2} ${lids.out - 2}Z` }
    }
    ShapePath { // lashes: a line that swells towards the outer corner and leaves it in a wing
        strokeWidth: -1
        fillColor: lids.look.lash
        PathSvg { path: `M${lids.half} ${lids.inn + 1}C${lids.fore} ${lids.upper + lids.lash * 0.3} ${-lids.fore} ${lids.upper + lids.lash * 0.2} ${-lids.half + 2} ${lids.out + 2}Q${-lids.half - 6} ${lids.out + 2} ${-lids.half - lids.look.wing} ${lids.out - lids.look.wing * 0.45}Q${-lids.half - lids.look.wing * 0.3} ${lids.out - lids.look.wing * 0.3} ${-lids.half + 3} ${lids.out - lids.lash}C${-lids.fore} ${lids.upper - lids.lash} ${lids.fore} ${lids.upper - lids.lash * 0.45} ${lids.half} ${lids.inn + 1}Z` }
    }
    ShapePath { // crease
        strokeWidth: 2.2
        strokeColor: lids.look.line
        fillColor: "transparent"
        capStyle: ShapePath.RoundCap
        PathSvg { path: `M${-lids.half} ${lids.out - 7}C${-lids.fore} ${lids.crease} ${lids.fore} ${lids.crease} ${lids.half - 3} ${lids.inn - 3}` }
    }
}
