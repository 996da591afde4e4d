/* The mouth: cavity, teeth and tongue between two lips that are closed curves of the pose. */
import QtQuick
import QtQuick.Shapes

Shape {
    id: mouth

    required property var pose
    required property real unit
    readonly property real half: 62 + 20 * mouth.pose.width - 24 * mouth.pose.round + 6 * mouth.pose.smile
    readonly property real open: mouth.pose.jaw * 66 + mouth.pose.upperTeeth * 10 + mouth.pose.lowerTeeth * 6
    readonly property real roof: -0.22 * mouth.open
    readonly property real floor: 0.78 * mouth.open
    readonly property real corner: -6 * mouth.pose.smile + 0.2 * mouth.open
    readonly property real thick: 1 - 0.4 * mouth.pose.press + 0.2 * mouth.pose.round

    transform: Scale {
        xScale: mouth.unit
        yScale: mouth.unit
    }

    ShapePath {
        fillColor: "#4a1a20"
        strokeWidth: -1
        startX: -mouth.half
        startY: mouth.corner
        PathCubic { x: mouth.half; y: mouth.corner; control1X: -mouth.half * 0.5; control1Y: mouth.roof * 1.4; control2X: mouth.half * 0.5; control2Y: mouth.roof * 1.4 }
        PathCubic { x: -mouth.half; y: mouth.corner; control1X: mouth.half * 0.5; control1Y: mouth.floor * 1.3; control2X: -mouth.half * 0.5; control2Y: mouth.floor * 1.3 }
    }
    ShapePath {
        fillColor: "#b9545a"
        strokeWidth: -1
        startX: -mouth.half
        startY: mouth.corner
        PathCubic { x: mouth.half; y: mouth.corner; control1X: -mouth.half * 0.4; control1Y: mouth.roof * 1.4 - 20 * mouth.thick; control2X: mouth.half * 0.4; control2Y: mouth.roof * 1.4 - 20 * mouth.thick }
        PathCubic { x: -mouth.half; y: mouth.corner; control1X: mouth.half * 0.5; control1Y: mouth.roof * 1.4; control2X: -mouth.half * 0.5; control2Y: mouth.roof * 1.4 }
    }
    ShapePath {
        fillColor: "#cc6a68"
        strokeWidth: -1
        startX: -mouth.half
        startY: mouth.corner
        PathCubic { x: mouth.half; y: mouth.corner; control1X: -mouth.half * 0.5; control1Y: mouth.floor * 1.3; control2X: mouth.half * 0.5; control2Y: mouth.floor * 1.3 }
        PathCubic { x: -mouth.half; y: mouth.corner; control1X: mouth.half * 0.5; control1Y: mouth.floor * 1.3 + 26 * mouth.thick; control2X: -mouth.half * 0.5; control2Y: mouth.floor * 1.3 + 26 * mouth.thick }
    }
}
