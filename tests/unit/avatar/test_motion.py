from __future__ import annotations

from itertools import pairwise

import pytest

from app.avatar.attitudes import ATTITUDES, Gesture
from app.avatar.face_pose import FACE_FIELDS, FacePose
from app.avatar.motion import FaceMotion
from app.core.types import BehaviourLabel

NEUTRAL = BehaviourLabel.NEUTRAL
FPS = 60


def play(
    seconds: float,
    behaviour: BehaviourLabel = NEUTRAL,
    *,
    motion: FaceMotion | None = None,
    begin: float = 0.0,
    speaking: bool = False,
    thinking: bool = False,
) -> list[FacePose]:
    mover = motion or FaceMotion(seed=7)
    return [
        mover.step(begin + tick / FPS, behaviour, speaking=speaking, thinking=thinking)
        for tick in range(round(seconds * FPS))
    ]


def onsets(poses: list[FacePose]) -> list[float]:
    """Seconds at which blinks begin."""
    return [
        index / FPS for index, (one, other) in enumerate(pairwise(poses)) if one.blink == 0.0 < other.blink
    ]


def test_every_behaviour_has_an_attitude_of_its_own() -> None:
    assert set(ATTITUDES) == set(BehaviourLabel)
    looks = {(attitude.held, attitude.gestures) for attitude in ATTITUDES.values()}
    assert len(looks) == len(ATTITUDES)


def test_gestures_move_fields_of_the_face() -> None:
    moved = {gesture.field for attitude in ATTITUDES.values() for gesture in attitude.gestures}
    assert moved <= set(FACE_FIELDS)


@pytest.mark.parametrize("behaviour", BehaviourLabel)
def test_poses_stay_inside_their_ranges(behaviour: BehaviourLabel) -> None:
    one_sided = {"blink", "squint", "lean", "breath", "hand_raise"}
    for pose in play(8, behaviour, speaking=True):
        for field, value in pose._asdict().items():
            assert (0.0 if field in one_sided else -1.0) <= value <= 1.0, field


@pytest.mark.parametrize("behaviour", BehaviourLabel)
def test_nothing_jumps(behaviour: BehaviourLabel) -> None:
    motion = FaceMotion(seed=3)
    poses = play(2, motion=motion) + play(4, behaviour, motion=motion, begin=2.0)
    for one, other in pairwise(poses):
        for field in set(FACE_FIELDS) - {"blink", "gaze_x", "gaze_y"}:
            assert abs(getattr(one, field) - getattr(other, field)) < 0.2, field


def test_same_seed_same_motion_and_another_seed_another() -> None:
    assert play(5) == play(5)
    assert play(5) != play(5, motion=FaceMotion(seed=8))


def test_blinks_come_every_few_seconds_and_last_150_ms() -> None:
    poses = play(120)
    begins = onsets(poses)
    gaps = [after - before for before, after in pairwise(begins)]
    assert 18 <= len(begins) <= 60
    assert max(gaps) <= 6.1
    assert all(gap < 0.4 or gap >= 1.9 for gap in gaps)
    assert any(gap < 0.4 for gap in gaps), "some blinks are double"
    shut = sum(pose.blink > 0 for pose in poses) / FPS / len(begins)
    assert 0.1 <= shut <= 0.17
    assert max(pose.blink for pose in poses) > 0.95


def test_a_blink_often_follows_the_end_of_speech() -> None:
    followed = 0
    for seed in range(40):
        motion = FaceMotion(seed=seed)
        play(1, motion=motion, speaking=True)
        followed += bool(onsets(play(0.4, motion=motion, begin=1.0)))
    assert followed >= 20


def test_breath_is_12_to_16_a_minute() -> None:
    for speaking in (False, True):
        breaths = [pose.breath for pose in play(60, speaking=speaking)]
        peaks = sum(breaths[i - 1] < 0.5 <= breaths[i] for i in range(1, len(breaths)))
        assert 12 <= peaks <= 16


def test_eyes_rest_on_the_visitor_and_wander_a_little() -> None:
    poses = play(60)
    near = sum(abs(pose.gaze_x) < 0.15 for pose in poses) / len(poses)
    assert near > 0.6
    assert max(abs(pose.gaze_x) for pose in poses) > 0.15


def test_eyes_go_to_a_touch_within_200_ms() -> None:
    motion = FaceMotion(seed=1)
    play(1, motion=motion)
    motion.step(1.0, NEUTRAL, speaking=False, thinking=False, touch=(0.8, 0.9))
    looking = play(0.2, motion=motion, begin=1.0)[-1]
    assert looking.gaze_x == pytest.approx(0.8, abs=0.05)
    assert looking.gaze_y == pytest.approx(0.9, abs=0.05)


def test_a_touch_comes_before_thought() -> None:
    motion = FaceMotion(seed=1)
    play(1, motion=motion, thinking=True)
    motion.step(1.0, NEUTRAL, speaking=False, thinking=True, touch=(0.7, 0.8))
    looking = play(0.2, motion=motion, begin=1.0, thinking=True)[-1]
    assert (looking.gaze_x, looking.gaze_y) == pytest.approx((0.7, 0.8), abs=0.05)
    assert play(2, motion=motion, begin=1.2, thinking=True)[-1].gaze_y < 0.0


def test_thinking_looks_up_and_away() -> None:
    pose = play(1, thinking=True)[-1]
    assert pose.gaze_y < -0.3
    assert pose.gaze_x < -0.1


def test_an_attitude_is_there_after_400_ms_and_not_at_once() -> None:
    poses = play(0.45, BehaviourLabel.QUESTION)
    wanted = ATTITUDES[BehaviourLabel.QUESTION].held.brow_raise
    assert poses[1].brow_raise < 0.2 * wanted
    assert poses[-1].brow_raise == pytest.approx(wanted, abs=0.06)


@pytest.mark.parametrize("behaviour", [BehaviourLabel.GREETING, BehaviourLabel.FAREWELL])
def test_a_hand_comes_up_waves_and_leaves(behaviour: BehaviourLabel) -> None:
    poses = play(5, behaviour)
    assert max(pose.hand_raise for pose in poses) > 0.95
    assert min(pose.hand_wave for pose in poses) < -0.3
    assert max(pose.hand_wave for pose in poses) > 0.3
    assert poses[-1].hand_raise == 0.0


def test_apology_lowers_the_eyes_and_affirmation_nods() -> None:
    assert play(1, BehaviourLabel.APOLOGY)[-1].gaze_y > 0.4
    nods = [pose.head_nod for pose in play(1.4, BehaviourLabel.AFFIRMATION)]
    assert max(nods) > 0.25
    assert min(nods) < -0.25


def test_reduced_motion_keeps_expression_and_blinks_without_sway_or_waving() -> None:
    poses = play(6, BehaviourLabel.GREETING, motion=FaceMotion(seed=2, reduced=True), speaking=True)
    assert max(abs(pose.hand_wave) for pose in poses) == 0.0
    settled = {(pose.head_turn, pose.head_tilt) for pose in poses[FPS * 4 :]}
    assert len(settled) == 1
    assert poses[-1].smile > 0.8
    assert onsets(poses)


def test_a_stall_of_the_screen_does_not_throw_the_face() -> None:
    motion = FaceMotion(seed=2)
    before = play(1, motion=motion)[-1]
    after = motion.step(61.0, NEUTRAL, speaking=False, thinking=False)
    assert abs(after.breath - before.breath) < 0.15
    assert abs(after.smile - before.smile) < 0.05


def test_a_gesture_is_nothing_outside_its_time() -> None:
    gesture = Gesture("head_nod", 0.5, begins=1.0, ends=2.0)
    assert [gesture.at(seconds) for seconds in (0.5, 1.0, 2.0, 9.0)] == [0.0] * 4
    assert gesture.at(1.5) == pytest.approx(0.5)


def test_listening_leans_in_and_gives_way_to_speech() -> None:
    motion = FaceMotion(seed=4)
    for tick in range(90):
        pose = motion.step(tick / FPS, NEUTRAL, speaking=False, thinking=False, listening=True)
    assert pose.lean > 0.9
    for tick in range(90, 180):
        pose = motion.step(tick / FPS, NEUTRAL, speaking=True, thinking=False, listening=True)
    assert pose.lean < 0.1


def test_listing_nods_once_for_each_item_and_to_either_side() -> None:
    motion, counted = FaceMotion(seed=4), {30, 120, 210}
    poses = [
        motion.step(tick / FPS, BehaviourLabel.LISTING, speaking=True, thinking=False, item=tick in counted)
        for tick in range(300)
    ]
    lowest = [max(pose.head_nod for pose in poses[start : start + 40]) for start in sorted(counted)]
    between = [poses[start + 75].head_nod for start in sorted(counted)]
    assert all(low > rest + 0.2 for low, rest in zip(lowest, between, strict=True))
    sides = [poses[start + 60].head_turn for start in sorted(counted)]
    assert (sides[0] - sides[1]) * (sides[2] - sides[1]) > 0


def test_a_question_raises_its_brows_at_the_end() -> None:
    motion = FaceMotion(seed=4)
    poses = [
        motion.step(
            tick / FPS, BehaviourLabel.QUESTION, speaking=True, thinking=False, remaining=3.0 - tick / FPS
        )
        for tick in range(180)
    ]
    assert poses[-1].brow_raise > poses[100].brow_raise + 0.25
