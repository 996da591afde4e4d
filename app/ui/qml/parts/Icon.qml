/* A small drawing in one colour: what a glyph would be, if the type had it. */
import QtQuick
import QtQuick.Shapes
import "../theme"

Shape {
    id: icon

    required property string drawing
    property color colour: Theme.light
    readonly property var drawings: ({
            "send": "M4 20 H36 M22 6 L36 20 L22 34",
            "delete": "M12 6 H36 V34 H12 L2 20 Z M18 14 L29 26 M29 14 L18 26",
            "hide": "M4 12 L20 28 L36 12",
            "close": "M6 6 L34 34 M34 6 L6 34",
            "plus": "M20 4 V36 M4 20 H36",
            "minus": "M4 20 H36",
            "type": "M4 34 L8 24 L28 4 L36 12 L16 32 Z",
            "space": "M2 16 V26 H38 V16",
            "muted": "M4 14 H12 L22 6 V34 L12 26 H4 Z M28 14 L38 26 M38 14 L28 26"
        })

    width: 40
    height: 40

    ShapePath {
        strokeColor: icon.colour
        strokeWidth: 5
        fillColor: "transparent"
        capStyle: ShapePath.RoundCap
        joinStyle: ShapePath.RoundJoin

        PathSvg {
            path: icon.drawings[icon.drawing] ?? ""
        }
    }
}
