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
    readonly property real crease: -72 - 8 * lids.pose.browRaise + 14 * lids.pose.blink

    transform: Scale {
        xScale: lids.mirrored ? -lids.unit : lids.unit
        yScale: lids.unit
    }

    ShapePath { // lower lid
        strokeWidth: -1
        fillColor: lids.lit
        startX: -60
        startY: -2
        PathCubic { x: 60; y: 12; control1X: -34; control1Y: lids.lower; control2X: 30; control2Y: lids.lower }
        PathCubic { x: -60; y: -2; control1X: 30; control1Y: 58; control2X: -34; control2Y: 58 }
    }
    ShapePath { // its wet edge
        strokeWidth: 2.5
        strokeColor: "#a0a85a4c"
        fillColor: "transparent"
        capStyle: ShapePath.RoundCap
        startX: -56
        startY: 2
        PathCubic { x: 56; y: 12; control1X: -32; control1Y: lids.lower; control2X: 28; control2Y: lids.lower }
    }
    ShapePath { // upper lid
        strokeWidth: -1
        startX: -62
        startY: -4
        fillGradient: LinearGradient {
            y1: lids.crease * 0.75
            y2: lids.upper * 0.75 + 4
            GradientStop { position: 0; color: lids.shaded }
            GradientStop { position: 1; color: lids.lit }
        }
        PathCubic { x: 62; y: 12; control1X: -36; control1Y: lids.crease; control2X: 34; control2Y: lids.crease }
        PathCubic { x: -62; y: -4; control1X: 30; control1Y: lids.upper; control2X: -34; control2Y: lids.upper }
    }
    ShapePath { // lashes: a line that swells towards the outer corner and leaves it in a wing
        strokeWidth: -1
        fillColor: "#2c181a"
        startX: 60
        startY: 13
        PathCubic { x: -62; y: -2; control1X: 30; control1Y: lids.upper + 3; control2X: -32; control2Y: lids.upper + 2 }
        PathLine { x: -76; y: -12 }
        PathCubic { x: -58; y: -12; control1X: -70; control1Y: -10; control2X: -64; control2Y: -10 }
        PathCubic { x: 60; y: 13; control1X: -32; control1Y: lids.upper - 8; control2X: 30; control2Y: lids.upper - 4 }
    }
    ShapePath { // crease
        strokeWidth: 2.5
        strokeColor: "#b08a4a3c"
        fillColor: "transparent"
        capStyle: ShapePath.RoundCap
        startX: -60
        startY: -8
        PathCubic { x: 52; y: 0; control1X: -36; control1Y: lids.crease; control2X: 32; control2Y: lids.crease }
    }
}
