/* Teeth are bright in front and sink into the shade of the cheeks. */
import QtQuick
import QtQuick.Shapes

LinearGradient {
    id: shade

    required property real reach
    required property color light
    required property var gum
    property real narrow: 0 // how much sooner the shade begins

    x1: -shade.reach
    x2: shade.reach
    GradientStop { position: 0.04 + shade.narrow; color: shade.gum[0] }
    GradientStop { position: 0.3 + shade.narrow; color: shade.light }
    GradientStop { position: 0.66 - shade.narrow; color: shade.light }
    GradientStop { position: 0.96 - shade.narrow; color: shade.gum[1] }
}
