/* Teeth are bright in front and sink into the shade of the cheeks. */
import QtQuick
import QtQuick.Shapes

LinearGradient {
    id: shade

    required property real reach
    required property color light
    property real narrow: 0 // how much sooner the shade begins

    x1: -shade.reach
    x2: shade.reach
    GradientStop { position: 0.04 + shade.narrow; color: "#9a5a52" }
    GradientStop { position: 0.3 + shade.narrow; color: shade.light }
    GradientStop { position: 0.66 - shade.narrow; color: shade.light }
    GradientStop { position: 0.96 - shade.narrow; color: "#8c4c48" }
}
