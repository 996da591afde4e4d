/* One item of a group: a picture, or a feature that is drawn live. */
pragma ComponentBehavior: Bound
import QtQuick

Item {
    id: holder

    required property LayeredAvatar avatar
    required property var item
    readonly property var pose: holder.avatar.pose
    readonly property var look: holder.avatar.look
    readonly property real unit: holder.avatar.unit
    readonly property Moves moves: Moves {
        pose: holder.pose
        list: holder.item.moves
    }

    // Parallax: what is nearer goes further as the head turns and nods.
    x: Math.round((holder.moves.x + (holder.item.depth ? holder.item.depth * 13 * holder.pose.headTurn : 0)) * holder.unit)
    y: Math.round((holder.moves.y + (holder.item.depth ? holder.item.depth * 12 * holder.pose.headNod : 0)) * holder.unit)

    Loader {
        sourceComponent: {
            switch (holder.item.part) {
            case "eyes":
                return eyes;
            case "lids":
                return lids;
            case "brows":
                return brows;
            case "mouth":
                return mouth;
            default:
                return picture;
            }
        }
    }
    Component {
        id: picture

        Layer {
            avatar: holder.avatar
            source: holder.item.source
            box: holder.item.box
            stretch: holder.moves.stretch
            opacity: holder.moves.shown
            visible: opacity > 0
            transform: Rotation {
                origin.x: holder.item.pivot.length ? (holder.item.pivot[0] - holder.item.box[0]) * holder.unit : 0
                origin.y: holder.item.pivot.length ? (holder.item.pivot[1] - holder.item.box[1]) * holder.unit : 0
                angle: Math.round(holder.moves.turn * 8) / 8
            }
        }
    }
    Component {
        id: eyes

        Item {
            Eyeball {
                avatar: holder.avatar
                centre: holder.look.eyes.centres[0]
            }
            Eyeball {
                avatar: holder.avatar
                centre: holder.look.eyes.centres[1]
            }
        }
    }
    Component {
        id: lids

        Item {
            Eyelid {
                avatar: holder.avatar
                side: 0
            }
            Eyelid {
                avatar: holder.avatar
                side: 1
            }
        }
    }
    Component {
        id: brows

        Item {
            Brow {
                avatar: holder.avatar
                side: 0
            }
            Brow {
                avatar: holder.avatar
                side: 1
            }
        }
    }
    Component {
        id: mouth

        Mouth {
            x: Math.round(holder.look.mouth.centre[0] * holder.unit)
            y: Math.round(holder.look.mouth.centre[1] * holder.unit)
            pose: holder.pose
            look: holder.look.mouth
            unit: holder.unit
        }
    }
}
