/* What an open mouth shows, from back to front: cavity, tongue, lower teeth, upper teeth. */
import QtQuick
import QtQuick.Shapes

Shape {
    id: inside

    required property MouthForm form
    required property var look
    readonly property var at: inside.form.at

    visible: inside.at.opening > 0.5
    // Empty paths cost nothing: most sounds show neither the tongue's tip nor both rows of teeth.

    ShapePath { // cavity
        strokeWidth: -1
        fillGradient: LinearGradient {
            y1: inside.at.roof
            y2: inside.at.floor
            GradientStop { position: 0; color: inside.look.cavity[0] }
            GradientStop { position: 1; color: inside.look.cavity[1] }
        }
        PathSvg { path: inside.form.band(inside.at, inside.at.inner, inside.at.roof, inside.at.floor, inside.at.lift) }
    }
    ShapePath { // body of the tongue
        strokeWidth: -1
        fillGradient: LinearGradient {
            y1: inside.at.tongueTop
            y2: inside.at.floor
            GradientStop { position: 0; color: inside.look.tongue[0] }
            GradientStop { position: 0.4; color: inside.look.tongue[1] }
            GradientStop { position: 1; color: inside.look.tongue[2] }
        }
        PathSvg { path: inside.form.band(inside.at, inside.at.inner * 0.8, inside.at.tongueTop, inside.at.floor, inside.at.lift) }
    }
    ShapePath { // its tip, raised behind the upper teeth
        strokeWidth: -1
        fillGradient: LinearGradient {
            y1: inside.at.tipTop
            y2: inside.at.floor
            GradientStop { position: 0; color: inside.look.tongue[0] }
            GradientStop { position: 0.5; color: inside.look.tongue[1] }
            GradientStop { position: 1; color: inside.look.tongue[2] }
        }
        PathSvg { path: inside.at.tipTop > inside.at.floor - 1 ? "" : `M${-inside.at.tipReach} ${inside.at.floor}C${-inside.at.tipReach * 0.75} ${inside.at.tipTop * 1.33 - inside.at.floor * 0.33} ${inside.at.tipReach * 0.75} ${inside.at.tipTop * 1.33 - inside.at.floor * 0.33} ${inside.at.tipReach} ${inside.at.floor}Z` }
    }
    ShapePath { // lower teeth
        strokeWidth: -1
        fillGradient: TeethShade {
            reach: inside.at.inner
            light: inside.look.teeth[1]
            gum: inside.look.gum
            narrow: 0.2
        }
        PathSvg { path: inside.at.lowerEdge > inside.at.floor - 0.5 ? "" : inside.form.band(inside.at, inside.at.inner * 0.78, inside.at.lowerEdge, inside.at.floor, inside.at.lift) }
    }
    ShapePath { // upper teeth
        strokeWidth: 1.2
        strokeColor: "#60805048"
        fillGradient: TeethShade {
            reach: inside.at.inner
            light: inside.look.teeth[0]
            gum: inside.look.gum
            narrow: 0.03
        }
        PathSvg { path: inside.at.upperEdge < inside.at.roof + 0.5 ? "" : inside.form.band(inside.at, inside.at.inner * 0.93, inside.at.roof, inside.at.upperEdge, inside.at.edgeLift) }
    }
}
