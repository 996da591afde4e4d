/* Both lips, each a closed curve between its outer and its inner edge, and the tongue's tip over them. */
import QtQuick
import QtQuick.Shapes

Shape {
    id: lips

    required property MouthForm form
    required property var look
    readonly property var at: lips.form.at

    ShapePath { // upper lip
        strokeWidth: -1
        fillGradient: LinearGradient {
            y1: lips.at.bow
            y2: Math.max(lips.at.roof + 4, lips.at.corner + 4)
            GradientStop { position: 0; color: lips.look.upper[0] }
            GradientStop { position: 1; color: lips.look.upper[1] }
        }
        PathSvg {
            path: `M${-lips.at.outer} ${lips.at.corner}C${-lips.at.outer * lips.at.near} ${lips.at.slope} ${-lips.at.peak - lips.at.outer * 0.22} ${lips.at.bow} ${-lips.at.peak} ${lips.at.bow}Q${-lips.at.peak * 0.45} ${lips.at.bow} 0 ${lips.at.bow + lips.at.dip}Q${lips.at.peak * 0.45} ${lips.at.bow} ${lips.at.peak} ${lips.at.bow}C${lips.at.peak + lips.at.outer * 0.22} ${lips.at.bow} ${lips.at.outer * lips.at.near} ${lips.at.slope} ${lips.at.outer} ${lips.at.corner}H${lips.at.inner}` + lips.form.back(lips.at, lips.at.inner, lips.at.roof + 2, lips.at.lift)
        }
    }
    ShapePath { // lower lip
        strokeWidth: -1
        fillGradient: LinearGradient {
            y1: Math.min(lips.at.floor, lips.at.corner)
            y2: lips.at.under
            GradientStop { position: 0; color: lips.look.lower[0] }
            GradientStop { position: 0.42; color: lips.look.lower[1] }
            GradientStop { position: 1; color: lips.look.lower[2] }
        }
        PathSvg {
            path: `M${-lips.at.outer} ${lips.at.corner}H${-lips.at.inner}` + lips.form.across(lips.at, lips.at.inner, lips.at.floor, lips.at.lift) + `H${lips.at.outer}` + lips.form.back(lips.at, lips.at.outer, lips.at.under, 0.4 + 0.55 * lips.at.lift)
        }
    }
    ShapePath { // where the lips meet, into the corners
        strokeWidth: 2.4
        strokeColor: lips.look.seam
        fillColor: "transparent"
        capStyle: ShapePath.RoundCap
        PathSvg {
            path: `M${-lips.at.seam} ${lips.at.seamEnd}L${-lips.at.inner} ${lips.at.corner}` + lips.form.across(lips.at, lips.at.inner, lips.at.roof + 2, lips.at.lift) + `L${lips.at.seam} ${lips.at.seamEnd}`
        }
    }
    ShapePath { // light on the lower lip
        strokeWidth: 5 * lips.at.fullness
        strokeColor: lips.look.shine
        fillColor: "transparent"
        capStyle: ShapePath.RoundCap
        PathSvg {
            path: `M${-lips.at.outer * 0.32} ${lips.at.floor + (lips.at.under - lips.at.floor) * 0.42}Q${-lips.at.outer * 0.1} ${lips.at.floor + (lips.at.under - lips.at.floor) * 0.56} ${lips.at.outer * 0.12} ${lips.at.floor + (lips.at.under - lips.at.floor) * 0.46}`
        }
    }
    ShapePath { // the tongue's tip between the teeth
        strokeWidth: -1
        fillGradient: LinearGradient {
            y1: lips.at.upperEdge
            y2: lips.at.floor + 8
            GradientStop { position: 0; color: lips.look.tongue[0] }
            GradientStop { position: 0.5; color: lips.look.tongue[1] }
            GradientStop { position: 1; color: lips.look.tongue[2] }
        }
        PathSvg {
            path: lips.at.thrustReach <= 0 ? "" : `M${-lips.at.thrustReach} ${lips.at.upperEdge}H${lips.at.thrustReach}C${lips.at.thrustReach * 1.2} ${lips.at.thrustLow} ${-lips.at.thrustReach * 1.2} ${lips.at.thrustLow} ${-lips.at.thrustReach} ${lips.at.upperEdge}Z`
        }
    }
}
