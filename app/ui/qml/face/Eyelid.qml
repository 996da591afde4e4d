/* Upper and lower lid of one eye, drawn over the opening in the skin. */
import QtQuick
import QtQuick.Shapes

Shape {
    id: lid

    required property var pose
    required property real unit
    property bool mirrored: false
    readonly property real edge: -24 + lid.pose.blink * 42
    
    transform: Scale {
        xScale: lid.mirrored ? -lid.unit : lid.unit
        yScale: lid.unit
    }

    ShapePath {
        fillColor: "#dc9c7e"
        strokeWidth: -1
        startX: -54
        startY: 0
        PathCubic { x: 52; y: 8; control1X: -30; control1Y: -52; control2X: 30; control2Y: -52 }
        PathCubic { x: -54; y: 0; control1X: 30; control1Y: lid.edge; control2X: -30; control2Y: lid.edge }
    }
}
