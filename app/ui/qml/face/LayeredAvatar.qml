/* An avatar of still layers and live features, from back to front, each moved a little differently. */
pragma ComponentBehavior: Bound
import QtQuick

Item {
    id: avatar

    required property var pose
    required property var look
    required property real unit
    property int pending: 0 // pictures that are still being painted
    property bool painted: false // once is enough: a new size is painted while the old one is shown

    opacity: avatar.painted ? 1 : 0
    Component.onCompleted: avatar.painted = avatar.pending === 0
    onPendingChanged: if (avatar.pending === 0)
        avatar.painted = true

    Behavior on opacity {
        NumberAnimation {
            duration: 250
            easing.type: Easing.InOutQuad
        }
    }

    Repeater {
        model: avatar.look.groups

        LayerGroup {
            required property var modelData

            avatar: avatar
            group: modelData
        }
    }
}
