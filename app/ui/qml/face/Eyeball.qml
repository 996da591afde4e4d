/* White, iris, pupil and highlights behind the opening in the skin. */
import QtQuick
import QtQuick.Shapes

Item {
    id: eye

    required property var pose
    required property real unit
    required property real centreX

    Rectangle {
        x: Math.round((eye.centreX - 56) * eye.unit)
        y: Math.round(388 * eye.unit)
        width: Math.round(112 * eye.unit)
        height: Math.round(80 * eye.unit)
        color: "#f4ece4"
    }
    Rectangle {
        x: (eye.centreX - 26 + eye.pose.gazeX * 14) * eye.unit
        y: (402 + eye.pose.gazeY * 9) * eye.unit
        width: 52 * eye.unit
        height: width
        radius: width / 2
        color: "#4a2a1a"
    }
}
