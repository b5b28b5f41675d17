/* From races to findings: models run under the graph engine, and what the report says. */
#include "graph_run/graph_run.h"
#include "lang/interp.h"
#include "lang/lang.h"
#include "report/phrase.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct analysed
{
  rp_source *source;
  rp_program *program;
  rp_diagnostics diagnostics;
  rp_report report;
  rp_graph_run run;
  rp_depth_first policy;
  rp_interp *interp;
} analysed;

static void
check_headline (const rp_finding *finding, const char *expected)
{
  rp_strbuf text = { 0 };
  rp_phrase_headline (&text, finding);
  CHECK_STR (text.text, expected);
  rp_strbuf_clear (&text);
}

static analysed *
analyse (const char *text, bool on_the_fly, bool keep_going, bool keep_all)
{
  analysed *a = calloc (1, sizeof *a);
  a->source = rp_source_from_text ("m.rp", text, strlen (text));
  a->program = rp_lang_load (a->source, &a->diagnostics);
  CHECK (a->program);
  a->report.keep_all = keep_all;
  rp_depth_first_init (&a->policy, 0);
  rp_graph_run_init (&a->run, &a->report, on_the_fly, keep_going);
  rp_interp_options options = { .params = NULL,
                                .observer = &a->run.builder.observer,
                                .policy = &a->policy.policy,
                                .access = rp_builder_access,
                                .access_context = &a->run.builder };
  a->interp = rp_interp_new (a->program, &options, &a->diagnostics);
  rp_graph_run_set_names (&a->run, rp_runtime_tasks (rp_interp_runtime (a->interp)),
                          rp_interp_namer (a->interp));
  rp_interp_run (a->interp);
  rp_stop_info stop = rp_runtime_stop_info (rp_interp_runtime (a->interp));
  rp_graph_run_end (&a->run, &stop);
  return a;
}

static void
end (analysed *a)
{
  rp_interp_free (a->interp);
  rp_graph_run_clear (&a->run);
  rp_report_clear (&a->report);
  rp_diagnostics_clear (&a->diagnostics);
  rp_program_free (a->program);
  rp_source_free (a->source);
  free (a);
}

TEST (a_race_in_words)
{
  analysed *a = analyse ("var x;\nasync x = 1;\nx = 2;\n", false, false, false);
  if (CHECK_INT (a->report.findings.count, 1))
    {
      const rp_finding *f = &a->report.findings.items[0];
      CHECK_INT (f->rule, RP_RULE_RACE);
      CHECK_INT (f->certainty, RP_CERTAIN);
      CHECK_STR (f->kind, "write-write");
      CHECK_STR (f->object.name, "x");
      CHECK_INT (f->object.storage, RP_STORAGE_SHARED_VARIABLE);
      CHECK_INT (f->object.declared.line, 1);
      CHECK_INT (f->accesses[0].at.line, 3);
      CHECK_INT (f->accesses[1].at.line, 2);
      CHECK_INT (f->accesses[0].task.id, 0);
      CHECK_INT (f->accesses[1].task.id, 1);
      CHECK_INT (f->accesses[1].ancestor_count, 1);
      check_headline (f, "data race on `x`: write / write, main and task 1 are not ordered");
      CHECK_INT (f->count, 1);
      if (CHECK (f->order))
        {
          CHECK_INT (f->order->meeting, RP_MEET_PROGRAM);
          CHECK_INT (f->order->path_count[0], 0);
          CHECK_INT (f->order->path_count[1], 1);
        }
    }
  CHECK_INT (rp_report_verdict (&a->report), RP_VERDICT_FINDINGS);
  CHECK_INT (a->report.stats.tasks, 2);
  CHECK_INT (a->report.stats.accesses, 2);
  end (a);
}

/* One finding for an object and a pair of statements, however many pairs are behind it. */
TEST (pairs_are_folded)
{
  const char *text = "forall (i in 1..6) { A[i] = A[i+1] + A[i+1]; }";
  analysed *a = analyse (text, false, false, false);
  if (CHECK_INT (a->report.findings.count, 1))
    CHECK (a->report.findings.items[0].count >= 5);
  end (a);
  a = analyse (text, false, false, true);
  CHECK (a->report.findings.count > 1);
  end (a);
}

/* The strongest pair of a finding speaks. */
TEST (the_strongest_pair_speaks)
{
  analysed *a = analyse ("forall (i in 1..3) x = x + 1;", false, false, false);
  if (CHECK_INT (a->report.findings.count, 1))
    CHECK_STR (a->report.findings.items[0].kind, "write-write");
  end (a);
}

TEST (where_the_sides_meet)
{
  analysed *a = analyse ("finish {\n async x = 1;\n x = 2;\n}\n", false, false, false);
  if (CHECK_INT (a->report.findings.count, 1))
    {
      CHECK_INT (a->report.findings.items[0].order->meeting, RP_MEET_FINISH);
      CHECK_INT (a->report.findings.items[0].order->met.line, 1);
    }
  end (a);
  a = analyse ("proc p() { x = 1; }\npost r <- p();\nx = 2;\nawait r;\n", false, false, false);
  if (CHECK_INT (a->report.findings.count, 1))
    {
      CHECK_INT (a->report.findings.items[0].order->meeting, RP_MEET_AWAIT);
      CHECK_STR (a->report.findings.items[0].order->meeting_name, "r");
    }
  end (a);
}

TEST (sections_whose_order_matters)
{
  analysed *a = analyse ("async isolated x = 1;\nasync isolated x = 2;\n", false, false, false);
  CHECK_INT (a->report.findings.count, 0);
  if (CHECK_INT (a->report.dependences.count, 1))
    {
      CHECK_INT (a->report.dependences.items[0].kind, RP_DEPENDS_ON_ISOLATED);
      CHECK_STR (a->report.dependences.items[0].object, "`x`");
    }
  CHECK_INT (rp_report_verdict (&a->report), RP_VERDICT_UNDECIDED);
  end (a);
}

TEST (possible_races)
{
  analysed *a = analyse ("async { x = 1; isolated y = 1; }\nasync { isolated y = 2; x = 2; }\n",
                         false, false, false);
  if (CHECK_INT (a->report.findings.count, 1))
    {
      CHECK_INT (a->report.findings.items[0].certainty, RP_POSSIBLE);
      check_headline (&a->report.findings.items[0],
                      "possible data race on `x`: write / write, tasks 1 and 2 are not ordered");
    }
  CHECK_INT (rp_report_verdict (&a->report), RP_VERDICT_UNDECIDED);
  end (a);
}

TEST (choices_leave_it_undecided)
{
  analysed *a = analyse ("if (*) x = 1;", false, false, false);
  CHECK_INT (a->report.dependences.count, 1);
  CHECK_INT (rp_report_verdict (&a->report), RP_VERDICT_UNDECIDED);
  end (a);
}

TEST (deadlocks)
{
  analysed *a = analyse ("var x;\nasync assume x == 1;\newait r;\n", false, false, false);
  if (CHECK_INT (a->report.findings.count, 1))
    {
      const rp_finding *f = &a->report.findings.items[0];
      CHECK_INT (f->rule, RP_RULE_DEADLOCK);
      check_headline (f, "deadlock: 2 tasks wait, and no task can go on");
      if (CHECK_INT (f->waiting_count, 2))
        {
          CHECK_INT (f->waiting[0].at.line, 3);
          CHECK_INT (f->waiting[0].reason, RP_WAIT_EWAIT_NOTHING);
          CHECK_STR (f->waiting[0].name, "r");
          CHECK_INT (f->waiting[1].at.line, 2);
        }
    }
  end (a);
}

/* Races before a deadlock, a misuse or a failed assertion are still found. */
TEST (races_of_a_stopped_run)
{
  static const char *const ends[] = { "ewait r;", "advance;", "assert 0;", "z = 1 / 0;" };
  for (int i = 0; i < 4; i++)
    for (int on_the_fly = 0; on_the_fly < 2; on_the_fly++)
      {
        char text[200];
        snprintf (text, sizeof text, "finish { async x = 1; finish { async x = 2; } %s }", ends[i]);
        analysed *a = analyse (text, on_the_fly, true, false);
        bool race = false;
        for (size_t k = 0; k < a->report.findings.count; k++)
          race |= a->report.findings.items[k].rule == RP_RULE_RACE;
        if (!CHECK (race))
          test_note ("%s", text);
        end (a);
      }
}

TEST (on_the_fly_stops_early)
{
  const char *text = "forall (i in 1..2) x = i;\nforall (i in 1..2) y = i;\n";
  analysed *a = analyse (text, true, false, false);
  CHECK (a->report.stopped_early);
  CHECK_INT (a->report.findings.count, 1);
  end (a);
  a = analyse (text, true, true, false);
  CHECK (!a->report.stopped_early);
  CHECK_INT (a->report.findings.count, 2);
  CHECK (a->report.stats.folded > 0);
  end (a);
  a = analyse (text, false, false, false);
  CHECK_INT (a->report.findings.count, 2);
  CHECK_INT (a->report.stats.folded, 0);
  end (a);
}

TEST (race_free)
{
  analysed *a = analyse ("forall (i in 1..9) A[i] = i; forall (i in 1..9) B[i] = A[10 - i];", true,
                         false, false);
  CHECK_INT (a->report.findings.count, 0);
  CHECK_INT (rp_report_verdict (&a->report), RP_VERDICT_RACE_FREE);
  end (a);
}

TEST (racing_nodes_are_known)
{
  analysed *a = analyse ("async x = 1; async y = 1; x = 2;", false, false, false);
  size_t racing = 0;
  for (uint32_t i = 0; i < a->run.builder.graph.nodes.count; i++)
    racing += rp_graph_run_is_racing (&a->run, i);
  CHECK_INT (racing, 2);
  end (a);
}
