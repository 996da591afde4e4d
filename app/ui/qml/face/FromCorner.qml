/* Half a curve of the mouth: from a corner (side −1 left, 1 right) in to `middle` on the centre line. */
import QtQuick

PathCubic {
    required property MouthForm form
    required property real side
    required property real middle
    property real reach: form.inner // half the curve's width
    property real lift: 0.86 - 0.36 * form.roundness // how soon the curve leaves the corner's height

    x: 0
    y: middle
    control1X: side * reach * (0.64 + 0.34 * form.roundness)
    control1Y: form.corner + (middle - form.corner) * lift
    control2X: side * reach * (0.42 + 0.12 * form.roundness)
    control2Y: middle
}
