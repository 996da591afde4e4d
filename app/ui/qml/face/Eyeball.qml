/* White, iris and the window's reflection, behind the opening in the skin. */
pragma ComponentBehavior: Bound
import QtQuick

Item {
    id: eye

    required property LayeredAvatar avatar
    required property var centre
    readonly property var pose: eye.avatar.pose
    readonly property var look: eye.avatar.look.eyes
    readonly property real unit: eye.avatar.unit

    Rectangle {
        x: Math.round((eye.centre[0] - eye.look.ball[0] / 2) * eye.unit)
        y: Math.round((eye.centre[1] - eye.look.ball[1] / 2) * eye.unit)
        width: Math.round(eye.look.ball[0] * eye.unit)
        height: Math.round(eye.look.ball[1] * eye.unit)
        gradient: Gradient {
            GradientStop { position: 0.1; color: eye.look.white[0] }
            GradientStop { position: 0.5; color: eye.look.white[1] }
            GradientStop { position: 0.9; color: eye.look.white[2] }
        }
    }
    Item {
        x: Math.round((eye.centre[0] + eye.pose.gazeX * eye.look.reach[0]) * eye.unit)
        y: Math.round((eye.centre[1] + eye.pose.gazeY * eye.look.reach[1]) * eye.unit)

        Layer {
            avatar: eye.avatar
            source: eye.look.source
            box: [-eye.look.box[2] / 2, -eye.look.box[3] / 2, eye.look.box[2], eye.look.box[3]]
        }
    }
    Repeater {
        model: eye.look.highlights

        Rectangle {
            id: light

            required property var modelData
            required property int index

            // Reflections lag behind the iris: they belong to the room.
            x: Math.round((eye.centre[0] + light.modelData[0] - light.modelData[2] + eye.pose.gazeX * eye.look.reach[0] * 0.6) * eye.unit)
            y: Math.round((eye.centre[1] + light.modelData[1] - light.modelData[2] + eye.pose.gazeY * eye.look.reach[1] * 0.6) * eye.unit)
            width: Math.round(2 * light.modelData[2] * eye.unit)
            height: width
            radius: width / 2
            antialiasing: true
            color: light.index === 0 ? "#fffdf8" : "#b8fff1df"
        }
    }
}
