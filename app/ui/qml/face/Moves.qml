/* What the pose does to one picture: the sum of its moves, each reading only the fields that it needs. */
import QtQuick

QtObject {
    id: moves

    required property var pose
    required property var list
    readonly property real x: moves.sum("x")
    readonly property real y: moves.sum("y")
    readonly property real turn: moves.sum("turn")
    readonly property real stretch: moves.sum("stretch")
    readonly property bool fades: moves.list.some(move => move.show !== 0)
    readonly property real shown: moves.fades ? Math.max(0, Math.min(1, moves.sum("show"))) : 1

    function sum(what: string): real {
        let total = 0;
        for (const move of moves.list) {
            if (move[what] !== 0)
                total += move[what] * moves.pose[move.field];
        }
        return total;
    }
}
