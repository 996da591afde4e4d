/* Both lips, each a closed curve between its outer and its inner edge, and the tongue's tip over them. */
import QtQuick
import QtQuick.Shapes

Shape {
    id: lips

    required property MouthForm form
    readonly property real peak: Math.min(13, 0.34 * lips.form.outer) // the bow's peaks from the centre line
    readonly property real bow: lips.form.roof - lips.form.upperLip // height of the bow's two peaks

    ShapePath { // upper lip
        strokeWidth: -1
        startX: -lips.form.outer
        startY: lips.form.corner
        fillGradient: LinearGradient {
            y1: lips.bow
            y2: lips.form.roof + 4
            GradientStop { position: 0; color: "#c46761" }
            GradientStop { position: 1; color: "#98404a" }
        }
        PathCubic {
            x: -lips.peak
            y: lips.bow
            control1X: -lips.form.outer * (0.62 + 0.3 * lips.form.roundness)
            control1Y: lips.form.corner + (lips.bow - lips.form.corner) * (0.5 + 0.1 * lips.form.roundness)
            control2X: -lips.peak - lips.form.outer * 0.22
            control2Y: lips.bow
        }
        PathQuad { x: 0; y: lips.bow + 5; controlX: -lips.peak * 0.45; controlY: lips.bow }
        PathQuad { x: lips.peak; y: lips.bow; controlX: lips.peak * 0.45; controlY: lips.bow }
        PathCubic {
            x: lips.form.outer
            y: lips.form.corner
            control1X: lips.peak + lips.form.outer * 0.22
            control1Y: lips.bow
            control2X: lips.form.outer * (0.62 + 0.3 * lips.form.roundness)
            control2Y: lips.form.corner + (lips.bow - lips.form.corner) * (0.5 + 0.1 * lips.form.roundness)
        }
        PathLine { x: lips.form.inner; y: lips.form.corner }
        FromCorner { form: lips.form; side: 1; middle: lips.form.roof + 2 }
        ToCorner { form: lips.form; side: -1; middle: lips.form.roof + 2 }
    }
    ShapePath { // lower lip
        strokeWidth: -1
        startX: -lips.form.outer
        startY: lips.form.corner
        fillGradient: LinearGradient {
            y1: lips.form.floor
            y2: lips.form.floor + lips.form.lowerLip
            GradientStop { position: 0; color: "#c0605f" }
            GradientStop { position: 0.4; color: "#d9807a" }
            GradientStop { position: 1; color: "#b75b58" }
        }
        PathLine { x: -lips.form.inner; y: lips.form.corner }
        FromCorner { form: lips.form; side: -1; middle: lips.form.floor }
        ToCorner { form: lips.form; side: 1; middle: lips.form.floor }
        PathLine { x: lips.form.outer; y: lips.form.corner }
        FromCorner { form: lips.form; side: 1; middle: lips.form.floor + lips.form.lowerLip; reach: lips.form.outer; lift: 0.86 - 0.2 * lips.form.roundness }
        ToCorner { form: lips.form; side: -1; middle: lips.form.floor + lips.form.lowerLip; reach: lips.form.outer; lift: 0.86 - 0.2 * lips.form.roundness }
    }
    ShapePath { // where the lips meet, into the corners
        strokeWidth: 2.4
        strokeColor: "#c06e2732"
        fillColor: "transparent"
        capStyle: ShapePath.RoundCap
        startX: -lips.form.outer - 1
        startY: lips.form.corner - 1 - 2 * lips.form.smile
        PathLine { x: -lips.form.inner; y: lips.form.corner }
        FromCorner { form: lips.form; side: -1; middle: lips.form.roof + 2 }
        ToCorner { form: lips.form; side: 1; middle: lips.form.roof + 2 }
        PathLine { x: lips.form.outer + 1; y: lips.form.corner - 1 - 2 * lips.form.smile }
    }
    ShapePath { // light on the lower lip
        strokeWidth: 5 * lips.form.fullness
        strokeColor: "#66ffe0d2"
        fillColor: "transparent"
        capStyle: ShapePath.RoundCap
        startX: -lips.form.outer * 0.32
        startY: lips.form.floor + lips.form.lowerLip * 0.42
        PathQuad {
            x: lips.form.outer * 0.12
            y: lips.form.floor + lips.form.lowerLip * 0.46
            controlX: -lips.form.outer * 0.1
            controlY: lips.form.floor + lips.form.lowerLip * 0.56
        }
    }
    ShapePath { // the tongue's tip between the teeth
        strokeWidth: -1
        startX: -lips.form.inner * 0.4 * lips.form.thrust
        startY: lips.form.upperEdge
        fillGradient: LinearGradient {
            y1: lips.form.upperEdge
            y2: lips.form.floor + 8
            GradientStop { position: 0; color: "#c0646a" }
            GradientStop { position: 0.5; color: "#ee9d93" }
            GradientStop { position: 1; color: "#cf7a75" }
        }
        PathLine { x: lips.form.inner * 0.4 * lips.form.thrust; y: lips.form.upperEdge }
        PathCubic {
            x: -lips.form.inner * 0.4 * lips.form.thrust
            y: lips.form.upperEdge
            control1X: lips.form.inner * 0.5 * lips.form.thrust
            control1Y: lips.form.floor + 16 * lips.form.thrust
            control2X: -lips.form.inner * 0.5 * lips.form.thrust
            control2Y: lips.form.floor + 16 * lips.form.thrust
        }
    }
}
