from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from app.avatar.coarticulation import CLOSING_SECONDS, STEP_SECONDS, Coarticulation
from app.avatar.poses import CLOSURES, INDEX, JAW, REST, poses
from app.avatar.reach import measure
from app.core.mouth import POSE_FIELDS
from app.core.timeline import Timeline
from app.core.types import SPEECH_RATE, Audio, Float32, Language, MouthTrack, Phone, Viseme, read_only
from app.core.visemes import VISEMES, viseme_timeline
from tests.unit.avatar.timelines import hum, timeline, timelines

WIDTH, ROUND, PRESS, LIP_UNDER_TEETH, TIP = (
    POSE_FIELDS.index(field) for field in ("width", "round", "press", "lip_under_teeth", "tongue_tip")
)
HOLD = {"PP": PRESS, "FF": LIP_UNDER_TEETH}

artist = Coarticulation()


def draw(visemes: Timeline[Viseme], loudness: float = 0.2, language: Language = Language.EN) -> MouthTrack:
    return artist.draw(visemes, hum(visemes.duration / SPEECH_RATE, loudness), language)


def at_ms(track: MouthTrack, milliseconds: float) -> Float32:
    return track.at(milliseconds * SPEECH_RATE / 1000)


@settings(max_examples=60, deadline=None)
@given(timelines)
def test_any_speech_starts_and_ends_at_rest_and_stays_inside_the_ranges(visemes: Timeline[Viseme]) -> None:
    track = draw(visemes)
    assert track.values[0] == pytest.approx(REST, abs=0.02)
    assert track.values[-1] == pytest.approx(REST, abs=0.02)
    assert np.isfinite(track.values).all()
    assert track.values.min() >= poses(Language.EN).min() - 1e-4
    assert np.abs(track.values).max() <= 1.25
    last = (len(track.values) - 1) * track.step / SPEECH_RATE
    assert last >= visemes.duration / SPEECH_RATE + CLOSING_SECONDS - STEP_SECONDS


@settings(max_examples=60, deadline=None)
@given(timelines)
def test_every_closure_is_reached_however_short(visemes: Timeline[Viseme]) -> None:
    track = draw(visemes)
    for shape in visemes:
        if shape.id in CLOSURES:
            middle = track.at((shape.start + shape.end) / 2)
            assert middle[HOLD[shape.id]] >= 0.9, shape
            assert middle[JAW] <= 0.2, shape


@settings(max_examples=60, deadline=None)
@given(timelines)
def test_nothing_snaps_but_lips_that_meet_or_part(visemes: Timeline[Viseme]) -> None:
    steps = np.abs(np.diff(draw(visemes).values, axis=0))
    closing = np.isin([shape.id for shape in visemes], list(CLOSURES)).any()
    # Per step of 5 ms: shapes of 20 ms are seen for a frame; a closure may take two steps.
    assert steps.max() <= (0.75 if closing else 0.35)


def test_a_closure_of_40_ms_arrives_before_its_sound_and_opens_after_it() -> None:
    track = draw(timeline(("aa", 160), ("PP", 40), ("aa", 200)))
    assert at_ms(track, 160)[PRESS] >= 0.95
    assert at_ms(track, 140)[PRESS] >= 0.95  # 20 ms early
    assert at_ms(track, 100)[PRESS] < 0.5
    assert at_ms(track, 250)[PRESS] < 0.1
    assert at_ms(track, 250)[JAW] > 0.4


def test_two_closures_in_a_row_are_both_seen() -> None:
    track = draw(timeline(("aa", 150), ("PP", 40), ("FF", 40), ("aa", 150)))
    assert at_ms(track, 170)[PRESS] >= 0.9
    assert at_ms(track, 210)[LIP_UNDER_TEETH] >= 0.9
    assert at_ms(track, 210)[PRESS] < 0.2


def test_rounding_starts_a_tenth_of_a_second_early_and_over_consonants() -> None:
    track = draw(timeline(("I", 200), ("DD", 90), ("U", 250)))
    assert at_ms(track, 160)[ROUND] < 0.01
    assert at_ms(track, 205)[ROUND] > 0.05  # 85 ms before the vowel, inside the consonant
    assert at_ms(track, 250)[ROUND] > 0.6
    assert at_ms(track, 290)[ROUND] > 0.9


@pytest.mark.parametrize("consonant", ["DD", "nn", "kk"])
def test_consonants_of_the_tongue_hardly_move_the_lips(consonant: str) -> None:
    track = draw(timeline(("U", 200), (consonant, 70), ("U", 200)))
    assert at_ms(track, 235)[ROUND] > 0.75
    assert at_ms(track, 235)[WIDTH] < -0.55


def test_the_tongue_is_seen_where_it_speaks() -> None:
    assert at_ms(draw(timeline(("aa", 150), ("TH", 90), ("aa", 150))), 195)[TIP] > 0.75


def test_a_vowel_undershoots_in_fast_speech_and_not_in_slow() -> None:
    slow = draw(timeline(("SS", 80), ("aa", 300), ("SS", 80)))
    fast = draw(timeline(("SS", 60), ("aa", 55), ("SS", 60)))
    assert at_ms(slow, 230)[JAW] > 0.85
    assert at_ms(fast, 87)[JAW] < 0.5


def test_a_flicker_between_alike_neighbours_is_not_made_but_a_closure_is() -> None:
    plain = draw(timeline(("E", 360))).values

    def difference(viseme: str, milliseconds: float) -> float:
        around = (360 - milliseconds) / 2
        drawn = draw(timeline(("E", around), (viseme, milliseconds), ("E", around)))
        return float(np.abs(drawn.values - plain).max())

    assert difference("I", 30) < 1e-4
    assert difference("I", 60) > 0.05
    assert difference("PP", 30) > 0.8


def test_a_held_vowel_is_held_still() -> None:
    track = draw(timeline(("aa", 600)))
    held = track.values[len(track.values) // 3 : len(track.values) // 2]
    assert np.ptp(held, axis=0).max() < 0.01
    assert held[0, JAW] == pytest.approx(poses(Language.EN)[INDEX["aa"], JAW], abs=0.05)


def test_loud_speech_opens_the_jaw_more_within_a_quarter() -> None:
    quiet_then_loud = np.concatenate((hum(0.5, 0.02).samples, hum(0.5, 0.4).samples))
    track = artist.draw(timeline(("E", 1000)), Audio(read_only(quiet_then_loud)), Language.EN)
    plain = poses(Language.EN)[INDEX["E"], JAW]
    soft, loud = at_ms(track, 250)[JAW], at_ms(track, 750)[JAW]
    assert 0.74 * plain <= soft < 0.9 * plain
    assert 1.1 * plain < loud <= 1.26 * plain


def test_the_mouth_closes_within_120_ms_of_the_end() -> None:
    track = draw(timeline(("aa", 300)))
    assert at_ms(track, 300)[JAW] > 0.2
    assert at_ms(track, 420) == pytest.approx(REST, abs=0.02)


def test_silence_and_gaps_are_rest() -> None:
    gap = Timeline((Viseme("aa", 0, 4800), Viseme("aa", 19200, 24000)), 24000, SPEECH_RATE)
    assert draw(gap).at(12000) == pytest.approx(REST, abs=0.02)
    assert draw(timeline(("sil", 500))).values == pytest.approx(np.tile(REST, (125, 1)), abs=1e-4)


def test_nothing_to_say_gives_a_mouth_at_rest() -> None:
    track = artist.draw(Timeline((), 0, SPEECH_RATE), Audio(read_only(np.zeros(0))), Language.EN)
    assert track.values == pytest.approx(np.tile(REST, (len(track.values), 1)), abs=1e-4)


@pytest.mark.parametrize("viseme", [viseme for viseme in VISEMES if viseme != "sil"])
def test_a_long_sound_shows_its_own_pose(viseme: str) -> None:
    pose = poses(Language.EN)[INDEX[viseme]]
    assert at_ms(draw(timeline((viseme, 500))), 250) == pytest.approx(pose, abs=0.02)


def phones(*rows: tuple[str, float]) -> Timeline[Phone]:
    """Phones with their lengths in milliseconds."""
    shapes = timeline(*rows)
    return Timeline(tuple(Phone(one.id, one.start, one.end) for one in shapes), shapes.duration, SPEECH_RATE)


def say(*rows: tuple[str, float], language: Language = Language.AR) -> MouthTrack:
    said = phones(*rows)
    return artist.draw(viseme_timeline(said), hum(said.duration / SPEECH_RATE), language, said)


def test_emphatics_round_the_lips_and_darken_the_vowel_after_them() -> None:
    plain, emphatic = (say(("a", 150), (t, 100), ("a", 200)) for t in ("t", "tˤ"))
    assert at_ms(emphatic, 200)[ROUND] > at_ms(plain, 200)[ROUND] + 0.1
    assert at_ms(emphatic, 350)[ROUND] > at_ms(plain, 350)[ROUND] + 0.1
    assert at_ms(emphatic, 50)[ROUND] == pytest.approx(at_ms(plain, 50)[ROUND], abs=0.03)


@pytest.mark.parametrize("throat", ["ħ", "ʕ", "h"])
def test_sounds_of_the_throat_keep_the_vowels_lips_and_hold_the_jaw_open(throat: str) -> None:
    close = at_ms(say(("i", 150), (throat, 120), ("i", 200)), 210)
    assert close[JAW] > poses(Language.AR)[INDEX["I"], JAW] + 0.05
    assert close[WIDTH] > 0.5


def test_uvulars_open_more_than_velars() -> None:
    velar, uvular = (at_ms(say(("a", 60), (k, 200), ("a", 60)), 160)[JAW] for k in ("k", "q"))
    assert uvular > velar + 0.02


def test_a_long_vowel_holds_its_pose_longer() -> None:
    short, long = (say(("s", 100), (a, 160), ("s", 100)) for a in ("a", "aː"))
    wanted = 0.85 * poses(Language.AR)[INDEX["aa"], JAW]
    held = [sum(at_ms(track, ms)[JAW] > wanted for ms in range(100, 260, 5)) for track in (short, long)]
    assert held[1] >= held[0] + 4


def test_faster_speech_opens_less() -> None:
    slow = draw(timeline(*[("aa", 160), ("nn", 100)] * 5))
    fast = draw(timeline(*[("aa", 65), ("nn", 52)] * 12))
    widest = [track.values[len(track.values) // 3 : -40, JAW].max() for track in (slow, fast)]
    assert widest[0] > widest[1] + 0.05


@settings(max_examples=40, deadline=None)
@given(timelines)
def test_nearly_every_shape_is_seen_for_a_frame(visemes: Timeline[Viseme]) -> None:
    reached = measure(draw(visemes), visemes, Language.EN)
    assert reached.visemes - reached.rules - reached.seen <= 1 + len(visemes) // 8


def test_language_chooses_the_poses() -> None:
    english, arabic = (draw(timeline(("RR", 300)), language=language) for language in Language)
    assert at_ms(english, 150)[ROUND] > at_ms(arabic, 150)[ROUND] + 0.3


def test_the_last_resort_follows_loudness() -> None:
    word = np.concatenate((hum(0.3, 0.3).samples, np.zeros(7200, np.float32), hum(0.3, 0.3).samples))
    track = artist.from_energy(Audio(read_only(word)))
    assert at_ms(track, 150)[JAW] > 0.5
    assert at_ms(track, 450)[JAW] < 0.05
    assert at_ms(track, 750)[JAW] > 0.5
    assert track.values[0] == pytest.approx(REST, abs=0.02)
    assert track.values[-1] == pytest.approx(REST, abs=0.02)
    assert np.abs(np.diff(track.values, axis=0)).max() < 0.15


@pytest.mark.parametrize("samples", [0, 1, 480])
def test_the_last_resort_takes_any_length(samples: int) -> None:
    track = artist.from_energy(Audio(read_only(np.zeros(samples))))
    assert track.values == pytest.approx(np.tile(REST, (len(track.values), 1)), abs=1e-4)
