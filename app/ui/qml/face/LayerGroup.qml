/* Items of an avatar that move together: by whole pixels, and around one pivot. */
pragma ComponentBehavior: Bound
import QtQuick

Item {
    id: group

    required property var avatar // a LayeredAvatar, which itself is made of groups
    required property var group
    readonly property real unit: group.avatar.unit
    readonly property Moves moves: Moves {
        pose: group.avatar.pose
        list: group.group.moves
    }

    x: Math.round(group.moves.x * group.unit)
    y: Math.round(group.moves.y * group.unit)
    width: group.avatar.width
    height: group.avatar.height
    transform: Rotation {
        origin.x: group.group.pivot[0] * group.unit
        origin.y: group.group.pivot[1] * group.unit
        // An eighth of a degree is less than a pixel at the brow; finer would only repaint more often.
        angle: Math.round(group.moves.turn * 8) / 8
    }

    Repeater {
        model: group.group.items

        LayerItem {
            required property var modelData

            avatar: group.avatar
            item: modelData
        }
    }
}
