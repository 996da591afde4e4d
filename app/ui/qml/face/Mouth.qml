/* The mouth: what is inside, between two lips that are closed curves of the pose. */
import QtQuick

Item {
    id: mouth

    required property var pose
    required property var look
    required property real unit
    readonly property MouthForm form: MouthForm {
        pose: mouth.pose
        look: mouth.look
    }

    transform: Scale {
        xScale: mouth.unit * mouth.look.size[0]
        yScale: mouth.unit * mouth.look.size[1]
    }

    MouthInside {
        form: mouth.form
        look: mouth.look
    }
    Lips {
        form: mouth.form
        look: mouth.look
    }
}
