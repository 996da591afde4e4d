/*
    The drawn face. What the screen gives it:

    pose  one QObject with a real property for each of these names (camelCase of POSE_FIELDS in
          app/core/mouth.py and of FACE_FIELDS in app/avatar/face_pose.py, ranges are told there):
            jaw width round press lipUnderTeeth upperTeeth lowerTeeth tongueTip tongueBack
            blink squint browRaise browInner gazeX gazeY headTurn headTilt headNod lean breath smile
            handRaise handWave
          Each needs a change signal. Emit only for what changed: every change repaints what it moves. The
          nine of the mouth are best told by one common signal, once a frame: its outlines are then worked
          out once.
    art   the avatar's folder of layers, with a trailing slash: file:///…/assets/avatars/noor/

    The bust stands on the bottom edge of this item, centred, as large as fits a square: give it the
    full width in portrait; eyes are at a third of the square's height. Nothing is drawn behind it.

        Face { anchors.fill: parent; pose: screen.face; art: screen.faceArt }
*/
import QtQuick

Item {
    id: face

    required property var pose
    required property url art
    readonly property bool ready: noor.opacity === 1 // painted, in the background, and faded in
    readonly property real unit: Math.min(width, height) / 1080

    Noor {
        id: noor

        objectName: "avatar"
        x: Math.round((face.width - width) / 2)
        y: face.height - height
        width: Math.round(1080 * face.unit)
        height: width
        unit: face.unit
        pose: face.pose
        art: face.art
    }
}
