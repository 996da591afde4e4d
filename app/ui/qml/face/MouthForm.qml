/*
    From the pose to the mouth's measures and outlines, in stage units: x from the centre line, y down from
    the closed lips. Each step is one object, and what draws depends on the last one only: so an outline is
    worked out once a frame, not once for every parameter that moved.
*/
import QtQuick

QtObject {
    id: form

    required property var pose
    required property var look

    readonly property var lips: ({
            smile: form.look.smile * form.pose.smile * (1 - 0.8 * form.pose.round),
            round: form.pose.round,
            roundness: Math.min(1, form.pose.round + 0.25 * form.pose.jaw),
            // How far the lips are apart: the jaw drops, and lips draw back from teeth that show.
            gap: form.pose.jaw * 70 + form.pose.upperTeeth * 9 + form.pose.lowerTeeth * 5,
            tuck: form.pose.lipUnderTeeth,
            outer: 62 + 19 * form.pose.width - 14 * form.pose.round - 6 * form.pose.jaw + 9 * Math.max(0, form.pose.smile),
            // How far the line between the lips runs past them.
            dimple: Math.max(0, 3 - 8 * form.pose.round - 5 * form.pose.jaw),
            // Pressed and stretched lips are thin, pushed ones full.
            fullness: 1 - 0.4 * form.pose.press - 0.14 * form.pose.width + 0.18 * form.pose.round,
            upperTeeth: form.pose.upperTeeth,
            lowerTeeth: form.pose.lowerTeeth,
            tip: form.pose.tongueTip,
            back: form.pose.tongueBack
        })

    readonly property var mouth: ({
            lips: form.lips,
            inner: form.lips.outer - 5 - 11 * form.lips.round,
            corner: 0.24 * form.lips.gap - 15 * form.lips.smile,
            roof: -0.24 * form.lips.gap - 2 * form.lips.tuck,
            floor: 0.76 * form.lips.gap - 6 * form.lips.tuck,
            opening: form.lips.gap - 4 * form.lips.tuck,
            // Tension of the curves: how soon they leave a corner's height, and how square they are.
            lift: 0.86 - 0.36 * form.lips.roundness,
            // Where the teeth's edge crosses the centre line.
            teeth: -0.24 * form.lips.gap - 2 * form.lips.tuck + Math.min(20 * form.look.teethSize * form.lips.upperTeeth, (form.lips.gap - 4 * form.lips.tuck) * (1 - 0.36 * form.lips.lowerTeeth)),
            thrust: Math.max(0, form.lips.tip - 0.7) / 0.3 // the tongue's, out between the teeth
        })

    readonly property var at: ({
            outer: form.mouth.lips.outer,
            inner: form.mouth.inner,
            corner: form.mouth.corner,
            roof: form.mouth.roof,
            floor: form.mouth.floor,
            opening: form.mouth.opening,
            lift: form.mouth.lift,
            near: 0.64 + 0.34 * form.mouth.lips.roundness,
            far: 0.42 + 0.12 * form.mouth.lips.roundness,
            fullness: form.mouth.lips.fullness,
            // The bow's two peaks from the centre line, their height, and that of the slope beside them.
            peak: Math.min(13, 0.34 * form.mouth.lips.outer),
            bow: form.mouth.roof - 17 * form.look.full[0] * form.mouth.lips.fullness,
            dip: 5 * form.look.bow,
            slope: form.mouth.corner + (form.mouth.roof - 17 * form.look.full[0] * form.mouth.lips.fullness - form.mouth.corner) * (0.93 - 0.5 * form.mouth.lift),
            under: form.mouth.floor + 23 * form.look.full[1] * form.mouth.lips.fullness * (1 - 0.4 * form.mouth.lips.tuck),
            // The line between the lips runs to their corners and a little on; round lips hide it.
            seam: form.mouth.lips.outer + form.mouth.lips.dimple - (form.mouth.lips.outer - form.mouth.inner) * Math.min(1, 1.6 * form.mouth.lips.roundness),
            seamEnd: form.mouth.corner - form.mouth.lips.dimple * (0.5 + form.mouth.lips.smile),
            // Edges of teeth and tongue on the centre line, always between roof and floor.
            upperEdge: form.mouth.teeth,
            // The teeth's edge is flatter than the lip that it comes out under.
            edgeLift: form.mouth.lift + (0.42 - form.mouth.lift) * Math.min(1, 3 * form.mouth.lips.upperTeeth),
            lowerEdge: form.mouth.floor - Math.min(15 * form.look.teethSize * form.mouth.lips.lowerTeeth, 0.45 * form.mouth.opening),
            tongueTop: form.mouth.floor - form.mouth.opening * Math.min(0.85, 0.3 + 0.4 * form.mouth.lips.back),
            tipTop: form.mouth.floor - (form.mouth.floor - form.mouth.teeth + 5) * Math.min(1, 1.6 * form.mouth.lips.tip),
            tipReach: 0.56 * form.mouth.inner,
            thrustReach: 0.45 * form.mouth.inner * form.mouth.thrust,
            thrustLow: form.mouth.floor + 16 * form.mouth.thrust
        })

    // One expression each: half a curve from a corner (side −1 left, 1 right) to the centre line, and back out.
    function halfIn(at: var, side: real, reach: real, middle: real, lift: real): string {
        return `C${side * reach * at.near} ${at.corner + (middle - at.corner) * lift} ${side * reach * at.far} ${middle} 0 ${middle}`;
    }
    function halfOut(at: var, side: real, reach: real, middle: real, lift: real): string {
        return `C${side * reach * at.far} ${middle} ${side * reach * at.near} ${at.corner + (middle - at.corner) * lift} ${side * reach} ${at.corner}`;
    }
    // A curve from corner to corner, left to right or right to left.
    function across(at: var, reach: real, middle: real, lift: real): string {
        return form.halfIn(at, -1, reach, middle, lift) + form.halfOut(at, 1, reach, middle, lift);
    }
    function back(at: var, reach: real, middle: real, lift: real): string {
        return form.halfIn(at, 1, reach, middle, lift) + form.halfOut(at, -1, reach, middle, lift);
    }
    // The region between two curves that share both corners.
    function band(at: var, reach: real, upper: real, lower: real, lift: real): string {
        return `M${-reach} ${at.corner}` + form.across(at, reach, upper, at.lift) + form.back(at, reach, lower, lift);
    }
}
