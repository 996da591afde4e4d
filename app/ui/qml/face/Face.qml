/*
    The drawn face. What the screen gives it:

    pose  one QObject with a real property for each of these names (camelCase of POSE_FIELDS in
          app/core/mouth.py and of FACE_FIELDS in app/avatar/face_pose.py, ranges are told there), each
          with a change signal, and `avatar`, the look of the avatar that is worn (app/ui/avatar_look.py).
          Emit only for what changed: every change repaints what it moves. Those of the mouth are best
          told by one common signal, once a frame: its outlines are then worked out once.

    The bust stands on the bottom edge of this item, centred, as large as fits a square: give it the
    full width in portrait; eyes are at a third of the square's height. Nothing is drawn behind it.

        Face { anchors.fill: parent; pose: screen.face }
*/
pragma ComponentBehavior: Bound
import QtQuick

Item {
    id: face

    required property var pose
    readonly property bool ready: drawn.item !== null && (drawn.item as Item).opacity === 1 // painted, and faded in
    readonly property real unit: Math.min(width, height) / 1080
    readonly property string renderer: face.pose.avatar ? face.pose.avatar.renderer : ""

    Loader {
        id: drawn

        objectName: "avatar"
        x: Math.round((face.width - width) / 2)
        y: face.height - height
        width: Math.round(1080 * face.unit)
        height: width
        sourceComponent: face.renderer === "layers" ? layered : face.renderer === "sprites" ? sprites : null
    }
    Component {
        id: layered

        LayeredAvatar {
            pose: face.pose
            look: face.pose.avatar
            unit: face.unit
        }
    }
    Component {
        id: sprites

        SpriteAvatar {
            pose: face.pose
            look: face.pose.avatar
            unit: face.unit
        }
    }
}
