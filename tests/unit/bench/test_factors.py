"""The matrices: what they cover, and that the quick one is quick."""

from app.bench.factors import SYNTHESISE, Plan, full, quick
from app.bench.orders import quick_order


def test_the_quick_matrix_covers_every_stage_and_is_measured_in_under_a_minute() -> None:
    plans = quick(2)
    stages = {plan.configuration.stage for plan in plans}
    assert stages == {"prepare", "synthesise", "align", "align_network", "classify", "retrieve"}
    assert sum(plan.seconds * len(plan.cases) for plan in plans) < 60
    assert quick_order(None).limit_seconds <= 155


def test_the_full_matrix_varies_every_factor() -> None:
    plans = full(4)
    for factor in (
        "runtime",
        "precision",
        "threads",
        "streams",
        "hint",
        "pinning",
        "spinning",
        "concurrency",
    ):
        assert len({getattr(plan.configuration, factor) for plan in plans}) > 1, factor
    for factor in ("language", "length", "batch"):
        assert len({getattr(case, factor) for plan in plans for case in plan.cases}) > 1, factor


def test_no_configuration_is_measured_twice_with_the_same_cases() -> None:
    for plans in (quick(1), quick(2), full(1), full(16)):
        assert len({(plan.configuration, plan.cases) for plan in plans}) == len(plans)


def test_a_voice_is_asked_for_its_own_language_only() -> None:
    for plan in full(2):
        if plan.configuration.stage == SYNTHESISE:
            languages = {str(case.language) for case in plan.cases}
            assert languages == ({"ar"} if plan.configuration.runtime == "espeak-ar" else {"en"})


def test_a_plan_survives_the_way_to_its_child() -> None:
    for plan in quick(2):
        assert Plan.of(plan.as_json()) == plan
    assert len({plan.key for plan in full(2)}) == len(full(2))
