/* An avatar of still layers and live features, from back to front, each moved a little differently. */
pragma ComponentBehavior: Bound
import QtQuick

Item {
    id: drawn

    required property var pose
    required property var look
    required property real unit
    property int pending: 0 // pictures that are still being painted
    property bool painted: false // once is enough: a new size is painted while the old one is shown

    opacity: drawn.painted ? 1 : 0
    Component.onCompleted: drawn.painted = drawn.pending === 0
    onPendingChanged: if (drawn.pending === 0)
        drawn.painted = true

    Behavior on opacity {
        NumberAnimation {
            duration: 250
            easing.type: Easing.InOutQuad
        }
    }

    Repeater {
        model: drawn.look.groups

        LayerGroup {
            required property var modelData

            avatar: drawn
            group: modelData
        }
    }
}
