/* Says why nothing orders two accesses, and where their tasks come together. The drawing of both is in order.c. */
#include "report/phrase.h"

#include <inttypes.h>

/* Returns whether a task construct is on the way from the common ancestor to one of the accesses. */
static bool
has_explicit_task (const rp_order *order)
{
  for (int side = 0; side < 2; side++)
    for (uint32_t i = 0; i < order->path_count[side]; i++)
      if (order->paths[side][i].kind == RP_TASK_EXPLICIT || order->paths[side][i].kind == RP_TASK_TASKLOOP)
        return true;
  return false;
}

void
rp_phrase_meeting (rp_strbuf *out, const rp_order *order)
{
  static const char *const texts[] = { [RP_MEET_NOWHERE] = "",
                                       [RP_MEET_PROGRAM] = "end of the program",
                                       [RP_MEET_FINISH] = "end of finish",
                                       [RP_MEET_FORALL] = "end of forall",
                                       [RP_MEET_AWAIT] = "await ",
                                       [RP_MEET_REGION_BARRIER] = "next barrier of the region",
                                       [RP_MEET_BARRIER] = "next barrier",
                                       [RP_MEET_TASKLOOP] = "end of the taskloop",
                                       [RP_MEET_TASKGROUP] = "end of the taskgroup",
                                       [RP_MEET_TEAMS] = "end of the teams" };
  rp_strbuf_add (out, texts[order->meeting]);
  if (order->meeting == RP_MEET_AWAIT && order->meeting_name)
    rp_strbuf_add (out, order->meeting_name);
}

void
rp_phrase_meeting_label (rp_strbuf *out, const rp_order *order)
{
  bool is_loop = order->path_count[0] && rp_task_kind_is_iteration (order->paths[0]->kind);
  bool both_end = order->path_count[0] && order->path_count[1];
  switch (order->meeting)
    {
    case RP_MEET_REGION_BARRIER:
      rp_strbuf_format (out, "both are in this parallel region, with no %sbarrier between them",
                        has_explicit_task (order) ? "taskwait or " : "");
      return;
    case RP_MEET_BARRIER:
      rp_strbuf_format (out, "%s may run at the same time",
                        is_loop ? "iterations of this loop" : "these sections");
      return;
    case RP_MEET_TASKLOOP:
      rp_strbuf_add (out, "tasks of this taskloop may run at the same time");
      return;
    case RP_MEET_TASKGROUP:
      rp_strbuf_add (out, "both have ended at the end of this taskgroup, but not before");
      return;
    case RP_MEET_TEAMS:
      rp_strbuf_add (out, "both are in this league, and teams cannot wait for each other");
      return;
    case RP_MEET_FINISH:
    case RP_MEET_FORALL:
      if (!both_end)
        break;
      rp_strbuf_format (out, "both tasks end here, in the same %s",
                        order->meeting == RP_MEET_FINISH ? "finish" : "forall");
      return;
    case RP_MEET_NOWHERE:
    case RP_MEET_PROGRAM:
    case RP_MEET_AWAIT:
      break;
    }
  rp_strbuf_add (out, "they come together here: ");
  rp_phrase_meeting (out, order);
}

static const char *
why_unordered (const rp_finding *finding)
{
  bool is_openmp = finding->words == RP_WORDS_OPENMP;
  if (finding->certainty == RP_CERTAIN)
    return is_openmp ? "no barrier, taskwait, taskgroup or dependence orders them"
                     : "no finish, future, phaser, clock or region links them";
  if (finding->is_schedule_unknown)
    return "only a schedule clause could give both to one thread, and the directive was not found in the source";
  return finding->words == RP_WORDS_MODEL ? "only the order that isolated sections took in this run links them"
         : is_openmp
           ? "only the order that critical sections, locks or atomic constructs took in this run links them"
           : "only the order that isolated sections or atomic operations took in this run links them";
}

/* Appends the phases of both accesses, if they are known: "; both are on one clock, task 1 in phase 0 and task 2 in
 * phase 1". */
static void
add_phases (rp_strbuf *out, const rp_finding *finding)
{
  const rp_order *order = finding->order;
  if (!order || order->phases == RP_PHASES_NONE)
    return;
  rp_strbuf_format (out, "; both are on one %s, ", order->phases == RP_PHASES_CLOCK ? "clock" : "phaser");
  for (int i = 1; i >= 0; i--)
    {
      uint32_t id = finding->accesses[i].task.id;
      if (id)
        rp_strbuf_format (out, "task %" PRIu32, id);
      else
        rp_strbuf_add (out, "main");
      rp_strbuf_format (out, " in phase %" PRIu64 "%s", order->phase[i], i ? " and " : "");
    }
}

void
rp_phrase_missing_order (rp_strbuf *out, const rp_finding *finding)
{
  uint64_t later = finding->accesses[0].step, earlier = finding->accesses[1].step;
  if (earlier && later)
    rp_strbuf_format (out, "no path from step %" PRIu64 " to step %" PRIu64 " or back: ", earlier, later);
  else
    rp_strbuf_add (out, "no path from one to the other: ");
  rp_strbuf_add (out, why_unordered (finding));
  add_phases (out, finding);
}
