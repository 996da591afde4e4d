/* The right hand: comes up from below the picture, and waves from the elbow. */
import QtQuick

Layer {
    id: hand

    required property var pose

    name: "hand"
    box: Qt.rect(64, 1090, 280, 480)
    shiftY: -hand.pose.handRaise * 446
    visible: hand.pose.handRaise > 0
    transform: Rotation {
        origin.x: hand.width / 2
        origin.y: hand.height
        angle: hand.pose.handWave * 14 - 6
    }
}
