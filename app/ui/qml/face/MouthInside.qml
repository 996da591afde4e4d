/* What an open mouth shows, from back to front: cavity, tongue, lower teeth, upper teeth. */
import QtQuick
import QtQuick.Shapes

Shape {
    id: inside

    required property MouthForm form

    ShapePath { // cavity
        strokeWidth: -1
        startX: -inside.form.inner
        startY: inside.form.corner
        fillGradient: LinearGradient {
            y1: inside.form.roof
            y2: inside.form.floor
            GradientStop { position: 0; color: "#2a0d12" }
            GradientStop { position: 1; color: "#6b2429" }
        }
        FromCorner { form: inside.form; side: -1; middle: inside.form.roof }
        ToCorner { form: inside.form; side: 1; middle: inside.form.roof }
        FromCorner { form: inside.form; side: 1; middle: inside.form.floor }
        ToCorner { form: inside.form; side: -1; middle: inside.form.floor }
    }
    ShapePath { // body of the tongue
        strokeWidth: -1
        startX: -inside.form.inner * 0.8
        startY: inside.form.corner
        fillGradient: LinearGradient {
            y1: inside.form.tongueTop
            y2: inside.form.floor
            GradientStop { position: 0; color: "#a84a4c" }
            GradientStop { position: 0.4; color: "#d3716c" }
            GradientStop { position: 1; color: "#8c3b40" }
        }
        FromCorner { form: inside.form; side: -1; middle: inside.form.tongueTop; reach: inside.form.inner * 0.8 }
        ToCorner { form: inside.form; side: 1; middle: inside.form.tongueTop; reach: inside.form.inner * 0.8 }
        FromCorner { form: inside.form; side: 1; middle: inside.form.floor; reach: inside.form.inner * 0.8 }
        ToCorner { form: inside.form; side: -1; middle: inside.form.floor; reach: inside.form.inner * 0.8 }
    }
    ShapePath { // its tip, raised behind the upper teeth
        strokeWidth: -1
        startX: -inside.form.inner * 0.56
        startY: inside.form.floor
        fillGradient: LinearGradient {
            y1: inside.form.tipTop
            y2: inside.form.floor
            GradientStop { position: 0; color: "#b4555a" }
            GradientStop { position: 0.5; color: "#e08a82" }
            GradientStop { position: 1; color: "#a94f52" }
        }
        PathCubic {
            x: inside.form.inner * 0.56
            y: inside.form.floor
            control1X: -inside.form.inner * 0.42
            control1Y: inside.form.tipTop * 1.33 - inside.form.floor * 0.33
            control2X: inside.form.inner * 0.42
            control2Y: inside.form.tipTop * 1.33 - inside.form.floor * 0.33
        }
    }
    ShapePath { // lower teeth
        strokeWidth: -1
        startX: -inside.form.inner * 0.86
        startY: inside.form.corner
        fillGradient: TeethShade { reach: inside.form.inner; light: "#e4d6c6"; narrow: 0.16 }
        FromCorner { form: inside.form; side: -1; middle: inside.form.lowerEdge; reach: inside.form.inner * 0.86 }
        ToCorner { form: inside.form; side: 1; middle: inside.form.lowerEdge; reach: inside.form.inner * 0.86 }
        FromCorner { form: inside.form; side: 1; middle: inside.form.floor; reach: inside.form.inner * 0.86 }
        ToCorner { form: inside.form; side: -1; middle: inside.form.floor; reach: inside.form.inner * 0.86 }
    }
    ShapePath { // upper teeth
        strokeWidth: 1.2
        strokeColor: "#60805048"
        startX: -inside.form.inner * 0.93
        startY: inside.form.corner
        fillGradient: TeethShade { reach: inside.form.inner; light: "#fffaf1" }
        FromCorner { form: inside.form; side: -1; middle: inside.form.roof; reach: inside.form.inner * 0.93 }
        ToCorner { form: inside.form; side: 1; middle: inside.form.roof; reach: inside.form.inner * 0.93 }
        FromCorner { form: inside.form; side: 1; middle: inside.form.upperEdge; reach: inside.form.inner * 0.93; lift: 0.5 }
        ToCorner { form: inside.form; side: -1; middle: inside.form.upperEdge; reach: inside.form.inner * 0.93; lift: 0.5 }
    }
}
