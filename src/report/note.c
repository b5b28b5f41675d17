/* Notes on a race of an OpenMP program: what its tasks are, and what would order them. */
#include "report/phrase.h"

/* Stores in LINES, for each of the two tasks of FINDING that is an iteration, the line of its loop if it is known.
 * A line of both loops is stored once. Returns the number of lines. */
static size_t
default_lines (const rp_finding *finding, uint32_t lines[2])
{
  size_t count = 0;
  for (int i = 1; i >= 0; i--)
    {
      const rp_task_ref *task = &finding->accesses[i].task;
      bool is_iteration = rp_task_kind_is_iteration (task->kind) && task->created.line;
      if (is_iteration && (!count || lines[0] != task->created.line))
        lines[count++] = task->created.line;
    }
  return count;
}

static bool
has_task (const rp_finding *finding, rp_task_kind kind)
{
  return finding->access_count == 2
         && (finding->accesses[0].task.kind == kind || finding->accesses[1].task.kind == kind);
}

static void
add_default_schedule (rp_strbuf *out, const rp_finding *finding)
{
  uint32_t lines[2];
  size_t count = default_lines (finding, lines);
  bool is_of_teams = has_task (finding, RP_TASK_DISTRIBUTED);
  const char *clause = is_of_teams ? "dist_schedule" : "schedule";
  rp_strbuf_format (out,
                    "with the static schedule that gcc and clang take for a loop without a %s clause, "
                    "one %s executes both, in every conflict found here, and there is no race. OpenMP "
                    "guarantees that only if the program says so%s",
                    clause, is_of_teams ? "team" : "thread", is_of_teams ? ", and for this number of teams" : "");
  if (count)
    rp_strbuf_format (out, ": write %s(static) on line %u", clause, lines[0]);
  if (count == 2)
    rp_strbuf_format (out, " and on line %u, which holds for loops with the same number of iterations", lines[1]);
}

void
rp_phrase_note (rp_strbuf *out, const rp_finding *finding)
{
  if (finding->note)
    rp_strbuf_add (out, finding->note);
  else if (has_task (finding, RP_TASK_SIMD_ITERATION))
    rp_strbuf_add (out, "iterations of a simd loop may be executed at the same time, as far as its safelen allows: none "
                        "may need what another one has done, or overwrite it");
  else if (finding->by_default_schedule && finding->certainty == RP_CERTAIN)
    add_default_schedule (out, finding);
  else if (has_task (finding, RP_TASK_PART))
    rp_strbuf_add (out, "part N is what thread N has of the loop. Which iterations schedule(static) gives to a thread "
                        "is the same only for loops with the same number of iterations, and no chunk size");
}
