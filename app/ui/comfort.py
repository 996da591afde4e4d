"""What a visitor may set for the time of the visit: text size, contrast, volume, captions."""

from __future__ import annotations

from typing import Final

from app.ui.session_port import SessionPort
from app.ui.view_models.kiosk_screen import KioskScreen

LOUDEST: Final = 10
USUAL: Final = 8
_TEXT: Final = "text_"


class Comfort:
    """Applies the actions `text_0` … `text_2`, `contrast`, `quieter`, `louder`, `captions`, `comfort`.

    `volume` (0 to 1) is the operator's: a visitor's loudest is that. `hushed` is the staff's silence, which
    outlasts visits.
    """

    def __init__(self, screen: KioskScreen, session: SessionPort, volume: float) -> None:
        self._screen = screen
        self._session = session
        self._volume = volume
        self.hushed = False

    def act(self, action: str) -> bool:
        """Do it; false when the action is none of these."""
        screen = self._screen
        match action:
            case "comfort":
                screen.show(comfort=not screen.value("comfort"), typing=False)
            case "contrast":
                screen.show(strong=not screen.value("strong"))
            case "captions":
                screen.show(captioned=not screen.value("captioned"))
            case "louder" | "quieter":
                self._turn(1 if action == "louder" else -1)
            case _ if action.startswith(_TEXT) and action.removeprefix(_TEXT) in {"0", "1", "2"}:
                screen.show(text_step=int(action.removeprefix(_TEXT)))
            case _:
                return False
        return True

    def reset(self) -> None:
        """As the next visitor shall find it."""
        self._screen.show(strong=False, captioned=True, comfort=False, text_step=0, loudness=USUAL)
        self.apply()

    def set_volume(self, volume: float) -> None:
        """The operator's volume, at once."""
        self._volume = volume
        self.apply()

    def hush(self, hushed: bool) -> None:
        """Silence by staff, or its end."""
        self.hushed = hushed
        self.apply()

    def apply(self) -> None:
        """Tell the engine how loud it shall be."""
        share = self._screen.value("loudness") / USUAL
        self._session.set_gain(0.0 if self.hushed else min(self._volume * share, 1.0))

    def _turn(self, step: int) -> None:
        self._screen.show(loudness=min(max(self._screen.value("loudness") + step, 0), LOUDEST))
        self.apply()
