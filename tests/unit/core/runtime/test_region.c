/* Regions: posting, awaiting, passing ownership, inheriting it, and handlers
 * [Nakade, Fig. 3.4]. */
#include "core/event/play.h"

TEST (await_joins_all_of_a_region)
{
  play_says ("P0{?xa}P0{?xb}P1{?yc}xW0dyW1e", "xabdyce");
  play_records ("P0{}P1{}P0{}W0W1", "j", "0<3a 0<1a 0<2a");
}

TEST (await_of_nothing_passes)
{
  play_says ("W0a", "a");
  play_says ("P0{a}W0bW0c", "abc");
}

TEST (regions_open_and_close)
{
  play_records ("P0{}P0{}W0P0{}W0", "r", "[0:0 ]0:0 [0:0 ]0:0");
  play_records ("P0{}P1{}W0W1", "r", "[0:0 [0:1 ]0:0 ]0:1");
  play_records ("P0{}P0{}E0P0{}E0E0W0", "r", "[0:0 ]0:0 ]0:0");
  play_records ("W3", "r", "]0:3");
}

TEST (posted_tasks_in_one_region_belong_to_their_own_posters)
{
  /* each task's region 0 is its own: main's await does not join what task 1 posted */
  play_records ("P0{P0{}W0}W0", "j", "1<2a 0<1a");
  play_says ("P0{P0{?xa}bx}W0", "bxa");
}

TEST (a_joined_task_brings_what_it_owns)
{
  /* task 1 ends without awaiting 2; its joiner gets 2 in the same region */
  play_says ("P0{P1{?xa}^{b}c}W0dxW1e", "cdxabe");
  play_records ("P0{P1{P2{}}}W0W1W2", "j", "0<1a 0<2a 0<3a");
  /* and if that is the awaited region itself, the await goes on with it */
  play_says ("P0{P0{?xa}^{b}c}^{dx}W0e", "cdxabe");
}

/* Regions owned by an async or future that ends go to the owner of its finish. */
TEST (an_async_leaves_its_regions_to_the_owner_of_its_finish)
{
  play_says ("F{A{P0{a}^{b}c}}dW0e", "acdbe");
  play_says ("A{P0{a}^{b}c}W0e", "acbe");
  play_says ("F{A{A{P0{a}^{b}}}}W0e", "abe");
  /* the finish is the task's own, not its creator's outer one */
  play_says ("A{F{A{P0{a}^{b}}}W0c}W0d", "abcd");
}

TEST (whether_left_tasks_are_seen_may_depend_on_the_schedule)
{
  play_records ("A{P0{}}W0", "d", "~l");
  play_records ("W0A{P0{}}", "d", "~l");
  play_records ("F{A{P0{}}}W0", "d", "");
  play_records ("W0F{A{P0{}}}W0", "d", "");
  play_records ("P0{}W0", "d", "");
}

TEST (an_awaiting_task_is_woken_by_what_it_inherits)
{
  /* main blocks in ewait before the async ends and leaves it task 2 */
  play_says ("A{?xP0{a}^{b}c}A{x}E0d", "xacbd");
  play_says ("P0{?yz}A{?xP0{a}^{b}cy}A{x}W0d", "xacybzd");
}

TEST (passing_moves_ownership)
{
  play_records ("P0{}P0{}P1>0{W0}W1", "j", "3<2a 3<1a 0<3a");
  play_says ("P0{?xa}^{b}P1>0{xW0c}W1d", "xabcd");
  /* what the passed-to task does not join comes back */
  play_says ("P0{a}^{b}P1>0{c}W1dW0e", "acdbe");
  play_records ("P0{}P2{}P1>02{}W1W0W2", "j", "0<3a 0<1a 0<2a");
  /* through two tasks */
  play_says ("P0{a}^{b}P1>0{P2>0{W0c}W2d}W1e", "abcde");
}

TEST (a_passed_region_can_be_filled_again)
{
  play_says ("P0{a}^{b}P1>0{W0c}P0{d}^{e}W0fW1g", "abcdefg");
}

TEST (passing_what_one_owns_not_is_harmless)
{
  play_says ("P1>0{W0a}W1b", "ab");
}

TEST (ewait_takes_one)
{
  play_says ("P0{a}^{x}P0{b}^{y}E0cE0d", "abxcyd");
  play_records ("P0{}E0", "jd", "0<1e");
  play_records ("P0{}P0{}E0E0", "jd", "~e 0<1e! 0<2e");
}

TEST (ewait_takes_the_one_that_ended)
{
  play_says ("P0{?xa}^{b}P0{c}^{d}E0exE0f", "cdexabf");
}

TEST (ewait_waits_for_a_post_of_its_own_region)
{
  play_says ("P0{?xa}^{b}A{x}E0c", "xabc");
}

TEST (handlers_run_in_the_joining_task)
{
  /* the handler posts into the joiner's region: the await goes on until it is empty */
  play_says ("P0{a}^{bP0{c}^{d}}W0e", "abcde");
  play_records ("P0{}^{A{}}W0", "c", "+1/0 +2/0");
  /* it waits and blocks like any other code there */
  play_says ("P0{a}^{F{A{?xb}A{x}}c}W0d", "axbcd");
  play_says ("P0{a}^{P1{?xb}xW1c}P0{d}^{e}W0f", "adxbcef");
}

TEST (handlers_make_the_order_of_joins_matter)
{
  play_records ("P0{}^{a}P0{}W0", "jd", "~h 0<1a! 0<2a");
  play_records ("P0{}^{a}W0", "jd", "0<1a");
  play_records ("P0{}P0{}W0", "jd", "0<2a 0<1a");
  /* the handlers of joined tasks count no more */
  play_records ("P0{}^{a}W0P0{}P0{}W0", "jd", "0<1a 0<3a 0<2a");
}

static void
all_before_z (play *p)
{
  const char *said = script_said (&p->s);
  CHECK_INT (said[strlen (said) - 1], 'z');
  CHECK_INT (strlen (said), 13);
}

TEST (await_under_random_schedules)
{
  play_seeds ("P0{YaP1{Yb}^{c}Yd}^{e}P0{YYf}P0{P0{Yg}^{h}i}^{j}W0W1W0klz", 200, all_before_z);
}

TEST (tasks_nobody_joins_are_freed)
{
  play_says ("P0{P1{P2{}}}P0>1{P3{}}A{P1{}}", "");
  play_says ("P0{a}^{b}", "a");
}

TEST (finish_joins_what_an_await_did_not)
{
  play_records ("F{P0{}P1{}W1}W0", "j", "0<2a 0<1w 0<1a");
}
