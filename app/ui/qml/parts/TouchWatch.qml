/* Above all else, so that it sees every touch; it takes none. The eyes follow it, the visit's clock hears of it. */
import QtQuick
import models

Item {
    id: watch

    required property KioskScreen kiosk
    required property Item picture
    readonly property point eyes: Qt.point(watch.picture.x + watch.picture.width / 2, watch.picture.y + watch.picture.height / 3)
    readonly property real reach: Math.min(width, height) * 0.12

    function corner(at: point): string {
        if (at.y > watch.reach)
            return "";
        return at.x < watch.reach ? "left" : at.x > watch.width - watch.reach ? "right" : "";
    }

    PointHandler {
        onActiveChanged: if (active)
            watch.kiosk.touch((point.position.x - watch.eyes.x) / watch.picture.width * 2, (point.position.y - watch.eyes.y) / watch.picture.height * 2, watch.corner(point.position))
    }
}
