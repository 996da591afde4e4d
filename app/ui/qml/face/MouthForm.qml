/*
    From the pose to the mouth's measures and outlines, in stage units: x from the centre line, y down from
    the closed lips. Measures are made in two steps of one object each, so that whatever draws them is worked
    out once a frame and not once for every parameter that moved.
*/
import QtQuick

QtObject {
    id: form

    required property var pose

    readonly property var lips: ({
            smile: form.pose.smile,
            round: form.pose.round,
            roundness: Math.min(1, form.pose.round + 0.25 * form.pose.jaw),
            // How far the lips are apart: the jaw drops, and lips draw back from teeth that show.
            gap: form.pose.jaw * 70 + form.pose.upperTeeth * 9 + form.pose.lowerTeeth * 5,
            tuck: form.pose.lipUnderTeeth,
            outer: 62 + 19 * form.pose.width - 14 * form.pose.round - 6 * form.pose.jaw + 9 * Math.max(0, form.pose.smile),
            dent: 5 + 11 * form.pose.round, // between the outer and the inner corner
            dimple: Math.max(0, 3 - 8 * form.pose.round - 5 * form.pose.jaw), // how far the line between the lips runs past them
            // Pressed and stretched lips are thin, pushed ones full.
            fullness: 1 - 0.4 * form.pose.press - 0.14 * form.pose.width + 0.18 * form.pose.round,
            upperTeeth: form.pose.upperTeeth,
            lowerTeeth: form.pose.lowerTeeth,
            tip: form.pose.tongueTip,
            back: form.pose.tongueBack
        })

    readonly property var at: ({
            outer: form.lips.outer,
            inner: form.lips.outer - form.lips.dent,
            peak: Math.min(13, 0.34 * form.lips.outer), // the bow's two peaks, from the centre line
            corner: 0.24 * form.lips.gap - 15 * form.lips.smile * (1 - 0.8 * form.lips.round),
            cornerEnd: 0.24 * form.lips.gap - 15 * form.lips.smile * (1 - 0.8 * form.lips.round) - form.lips.dimple * (0.5 + form.lips.smile),
            // The line between the lips runs to their corners and a little on; round lips hide it.
            seam: form.lips.outer + form.lips.dimple - form.lips.dent * Math.min(1, 1.6 * form.lips.roundness),
            bow: -0.24 * form.lips.gap - 2 * form.lips.tuck - 17 * form.lips.fullness,
            roof: -0.24 * form.lips.gap - 2 * form.lips.tuck,
            floor: 0.76 * form.lips.gap - 6 * form.lips.tuck,
            lowerLip: 23 * form.lips.fullness * (1 - 0.4 * form.lips.tuck),
            opening: form.lips.gap - 4 * form.lips.tuck,
            // Tension of the curves: how soon they leave a corner's height, and how square they are.
            lift: 0.86 - 0.36 * form.lips.roundness,
            near: 0.64 + 0.34 * form.lips.roundness,
            far: 0.42 + 0.12 * form.lips.roundness,
            fullness: form.lips.fullness
        })

    // Where the edges of teeth and tongue cross the centre line, always between roof and floor.
    readonly property real upperEdge: form.at.roof + Math.min(20 * form.lips.upperTeeth, form.at.opening * (1 - 0.36 * form.lips.lowerTeeth))
    readonly property real lowerEdge: form.at.floor - Math.min(15 * form.lips.lowerTeeth, 0.45 * form.at.opening)
    readonly property real tongueTop: form.at.floor - form.at.opening * Math.min(0.85, 0.3 + 0.4 * form.lips.back)
    readonly property real thrust: Math.max(0, form.lips.tip - 0.7) / 0.3

    // One expression each: pieces of outlines.
    function halfIn(side: real, reach: real, middle: real, lift: real): string {
        return `C${side * reach * form.at.near} ${form.at.corner + (middle - form.at.corner) * lift} ${side * reach * form.at.far} ${middle} 0 ${middle}`;
    }
    function halfOut(side: real, reach: real, middle: real, lift: real): string {
        return `C${side * reach * form.at.far} ${middle} ${side * reach * form.at.near} ${form.at.corner + (middle - form.at.corner) * lift} ${side * reach} ${form.at.corner}`;
    }
    function across(reach: real, middle: real, lift: real): string {
        return form.halfIn(-1, reach, middle, lift) + form.halfOut(1, reach, middle, lift);
    }
    function back(reach: real, middle: real, lift: real): string {
        return form.halfIn(1, reach, middle, lift) + form.halfOut(-1, reach, middle, lift);
    }
    // The region between two curves that share both corners.
    function band(reach: real, upper: real, lower: real, lift: real): string {
        return `M${-reach} ${form.at.corner}` + form.across(reach, upper, form.at.lift) + form.back(reach, lower, lift);
    }
}
