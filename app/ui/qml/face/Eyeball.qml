/* White, iris and the window's reflection, behind the opening in the skin. */
import QtQuick

Item {
    id: eye

    required property var pose
    required property url art
    required property real unit
    required property real centreX

    Rectangle {
        x: Math.round((eye.centreX - 62) * eye.unit)
        y: Math.round(374 * eye.unit)
        width: Math.round(124 * eye.unit)
        height: Math.round(100 * eye.unit)
        gradient: Gradient {
            GradientStop { position: 0; color: "#9c8078" }
            GradientStop { position: 0.45; color: "#efe3da" }
            GradientStop { position: 1; color: "#fbf3ec" }
        }
    }
    Layer {
        art: eye.art
        name: "iris"
        unit: eye.unit
        box: Qt.rect(eye.centreX - 36, 392, 72, 72)
        shiftX: eye.pose.gazeX * 16
        shiftY: eye.pose.gazeY * 10
    }
    Rectangle {
        x: Math.round((eye.centreX - 20 + eye.pose.gazeX * 9) * eye.unit)
        y: Math.round((404 + eye.pose.gazeY * 6) * eye.unit)
        width: Math.round(18 * eye.unit)
        height: width
        radius: width / 2
        color: "#fffdf8"
    }
    Rectangle {
        x: Math.round((eye.centreX + 10 + eye.pose.gazeX * 12) * eye.unit)
        y: Math.round((440 + eye.pose.gazeY * 8) * eye.unit)
        width: Math.round(9 * eye.unit)
        height: width
        radius: width / 2
        color: "#b0fff1df"
    }
}
