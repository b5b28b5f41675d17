"""The programs of [Mercer, table I] and [Nakade, table 7.1], with what the papers say about them.

All sixteen of table 7.1 are among the twenty-one of table I. The figures are the papers'; None is
their N/A. A verdict that a paper itself marks as wrong has a star. HAS_RACE is the truth: Mercer's
"No Race" for two programs contradicts Nakade's "Race", and these have the race."""

import collections
import pathlib

DIRECTORY = pathlib.Path(__file__).resolve().parent

Figures = collections.namedtuple("Figures", "states time verdict")
Row = collections.namedtuple("Row", "name title tasks regions has_race is_open "
                                    "has_many_orders permissions precise graphs")

NONE = Figures(None, None, None)


def row(name, title, tasks, regions, has_race, permissions, precise=NONE, graphs=NONE,
        is_open=False, has_many_orders=False):
    """IS_OPEN: the order of its sections matters, so one run does not decide. HAS_MANY_ORDERS: there
    are too many traces to run them all, and a variant that declares that its sections commute."""
    return Row(name, title, tasks, regions, has_race, is_open, has_many_orders,
               Figures(*permissions), Figures(*precise), Figures(*graphs))


ROWS = [
    row("primitive_array_no_race", "Primitive Array No Race", 3, 0, False,
        (5, "0:00:00", "no race"), (11852, "0:00:00", "no race"), (5, "00:00", "no race")),
    row("primitive_array_race", "Primitive Array Race", 3, 2, True,
        (5, "0:00:00", "no race"), (220, "0:00:00", "race"), (5, "00:00", "race")),
    row("two_dim_arrays", "Two Dim Arrays", 11, 0, False,
        (15, "0:00:00", "no race"), (597, "0:00:00", "race*"), (15, "00:00", "no race")),
    row("forall_with_iterable", "ForAll With Iterable", 2, 0, False,
        (9, "0:00:00", "no race"), NONE, (9, "00:00", "no race")),
    row("integer_counter_isolated", "Integer Counter Isolated", 10, 3, False,
        (1013102, "0:05:53", "no race"), NONE, (24, "00:01", "no race"), is_open=True,
        has_many_orders=True),
    row("pipeline_with_futures", "Pipeline With Futures", 5, 1, False,
        (34, "0:00:00", "no race"), NONE, (34, "00:00", "no race")),
    row("substring_search", "Substring Search", 59, 2, True,
        (8, "0:00:00", "race"), NONE, (64, "00:03", "race")),
    row("binary_trees", "Binary Trees", 525, 0, False,
        (632, "0:00:03", "no race"), NONE, (630, "00:25", "no race")),
    row("prime_num_counter", "Prime Num Counter", 25, 2, False,
        (231136, "0:01:08", "no race"), NONE, (776, "00:01", "no race"), is_open=True,
        has_many_orders=True),
    row("prime_num_counter_forall", "Prime Num Counter ForAll", 25, 2, False,
        (6, "0:00:00", "race*"), NONE, (30, "00:02", "no race")),
    row("prime_num_counter_forasync", "Prime Num Counter ForAsync", 11, 2, False,
        (449511, "0:02:51", "no race"), NONE, (653, "00:01", "no race"), is_open=True),
    row("reciprocal_array_sum", "Reciprocal Array Sum", 2, 2, True,
        (32, "0:00:06", "no race"), NONE, (4, "00:08", "race")),
    row("add", "Add", 3, 6, False,
        (62374, "0:00:33", "no race"), (4930, "0:00:03", "race*"), (11, "00:01", "no race")),
    row("scalar_multiply", "Scalar Multiply", 3, 2, False,
        (55712, "0:00:30", "no race"), (826, "0:00:01", "race*"), (15, "00:01", "no race")),
    row("vector_add", "Vector Add", 3, 4, False,
        (17, "0:00:00", "no race"), (46394, "0:00:19", "no race"), (5, "00:00", "no race")),
    row("async_test_1", "Async Test 1", 51, 0, False, (54, "0:00:00", "no race")),
    row("async_test_2", "Async Test 2", 3, 2, True,
        (4, "0:00:00", "race"), (11534, "0:00:04", "race")),
    row("finish_test_1", "Finish Test 1", 3, 0, False,
        (6, "0:00:00", "no race"), (2354, "0:00:02", "no race")),
    row("finish_test_2", "Finish Test 2", 3, 0, False,
        (5, "0:00:00", "no race"), (25243, "0:00:09", "no race")),
    row("finish_test_3", "Finish Test 3", 4, 0, False,
        (7, "0:00:00", "no race"), (34459, "0:00:12", "no race")),
    row("clumped_access", "Clumped Access", 3, 2, False,
        (15, "0:00:00", "no race"), NONE, (5, "00:03", "no race")),
]

# [Nakade, table 7.1], permission regions, where they differ from [Mercer, table I].
PERMISSIONS_AGAIN = {
    "primitive_array_race": Figures(5, "00:00", "race"),
    "prime_num_counter": Figures(3542569, "17:37", "no race"),
    "prime_num_counter_forall": Figures(18, "00:01", "no race"),
    "prime_num_counter_forasync": Figures(2528064, "15:44", "no race"),
    "reciprocal_array_sum": Figures(32, "00:06", "race"),
}


def source(name):
    return DIRECTORY / f"{name}.c"


def model(name):
    return DIRECTORY / "models" / f"{name}.rp"
