/* Half a curve of the mouth: from `middle` on the centre line out to a corner (side −1 left, 1 right). */
import QtQuick

PathCubic {
    required property MouthForm form
    required property real side
    required property real middle
    property real reach: form.inner // half the curve's width
    property real lift: 0.86 - 0.36 * form.roundness // how soon the curve leaves the corner's height

    x: side * reach
    y: form.corner
    control1X: side * reach * (0.42 + 0.12 * form.roundness)
    control1Y: middle
    control2X: side * reach * (0.64 + 0.34 * form.roundness)
    control2Y: form.corner + (middle - form.corner) * lift
}
