/* One brow: a tapered stroke that rises and turns. */
import QtQuick
import QtQuick.Shapes

Shape {
    id: brow

    required property var pose
    required property real unit
    property bool mirrored: false
    readonly property real lift: -brow.pose.browRaise * 14
    readonly property real inner: -brow.pose.browInner * 12

    transform: Scale {
        xScale: brow.mirrored ? -brow.unit : brow.unit
        yScale: brow.unit
    }

    ShapePath {
        fillColor: "#4a2f2a"
        strokeWidth: -1
        startX: -62
        startY: brow.lift + 8
        PathCubic { x: 50; y: brow.lift + brow.inner; control1X: -35; control1Y: brow.lift - 18; control2X: 10; control2Y: brow.lift - 14 + brow.inner / 2 }
        PathLine { x: 52; y: brow.lift + brow.inner + 14 }
        PathCubic { x: -62; y: brow.lift + 8; control1X: 10; control1Y: brow.lift + brow.inner / 2; control2X: -35; control2Y: brow.lift - 8 }
    }
}
