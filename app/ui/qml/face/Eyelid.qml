/* Both lids of one eye with their lashes, drawn over the opening in the skin (left eye; mirrored: right). */
import QtQuick
import QtQuick.Shapes

Shape {
    id: lids

    required property var pose
    required property real unit
    required property color lit
    required property color shaded
    property bool mirrored: false
    // Height of the curves' handles: the upper lid follows brow and gaze, and meets the lower one in a blink.
    readonly property real lower: 42 - 18 * lids.pose.squint
    readonly property real opened: -37 - 12 * lids.pose.browRaise + 10 * lids.pose.gazeY + 6 * lids.pose.squint
    readonly property real upper: lids.opened + (lids.lower - 4 - lids.opened) * lids.pose.blink
    readonly property real crease: -72 - 8 * lids.pose.browRaise + 3 * lids.pose.blink

    transform: Scale {
        xScale: lids.mirrored ? -lids.unit : lids.unit
        yScale: lids.unit
    }

    ShapePath { // lower lid
        strokeWidth: -1
        fillColor: lids.lit
        PathSvg { path: `M-60 -2C-34 ${lids.lower} 30 ${lids.lower} 60 12C30 58 -34 58 -60 -2Z` }
    }
    ShapePath { // its wet edge
        strokeWidth: 2.5
        strokeColor: "#a0a85a4c"
        fillColor: "transparent"
        capStyle: ShapePath.RoundCap
        PathSvg { path: `M-56 2C-32 ${lids.lower} 28 ${lids.lower} 56 12` }
    }
    ShapePath { // upper lid
        strokeWidth: -1
        fillGradient: LinearGradient {
            y1: lids.crease * 0.75
            y2: lids.upper * 0.75 + 4
            GradientStop { position: 0; color: lids.shaded }
            GradientStop { position: 1; color: lids.lit }
        }
        PathSvg { path: `M-62 -4C-36 ${lids.crease} 34 ${lids.crease} 62 12C30 ${lids.upper} -34 ${lids.upper} -62 -4Z` }
    }
    ShapePath { // lashes: a line that swells towards the outer corner and leaves it in a wing
        strokeWidth: -1
        fillColor: "#2c181a"
        PathSvg { path: `M60 13C30 ${lids.upper + 3} -30 ${lids.upper + 2} -58 0Q-66 0 -75 -9Q-65 -7 -57 -11C-30 ${lids.upper - 9} 30 ${lids.upper - 4} 60 13Z` }
    }
    ShapePath { // crease
        strokeWidth: 2
        strokeColor: "#908a4a3c"
        fillColor: "transparent"
        capStyle: ShapePath.RoundCap
        PathSvg { path: `M-61 -8C-36 ${lids.crease} 34 ${lids.crease} 60 10` }
    }
}
