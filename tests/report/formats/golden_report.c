/* Reports of findings made by hand, for golden.py: `golden_report CASE FORMAT` prints one, without
 * arguments it lists the cases. Runs in the directory of the inputs. */
#include "core/finding/suppress.h"
#include "report/report.h"

#include <string.h>

typedef struct report_case
{
  const char *name;
  void (*build) (rp_report *report);
} report_case;

static rp_place
place (const char *file, uint32_t line, uint32_t column, uint32_t end_line, uint32_t end_column)
{
  return (rp_place) { file, line, column, end_line, end_column };
}

static const rp_task_ref main_task = { .construct = "main", .binding = "" };

static rp_task_ref
task (uint32_t id, const char *construct, const char *binding, rp_place created)
{
  return (rp_task_ref) { .id = id, .construct = construct, .binding = binding, .created = created };
}

static void
add_dependence (rp_report *report, rp_dependence_kind kind, const char *object, rp_place at,
                rp_place other)
{
  RP_VEC_PUSH (&report->dependences, (rp_dependence) { .kind = kind, .object = object, .at = at, .other = other });
}

/* Two iterations of one async: both accesses on one line, in one procedure called from main. */
static void
build_same_line (rp_report *report)
{
  static rp_task_ref parents[1], paths[2][1];
  static rp_frame frames[2];
  static rp_order order;
  rp_place at = place ("sum.rp", 15, 15, 15, 18), spawn = place ("sum.rp", 15, 7, 15, 34);
  parents[0] = main_task;
  paths[0][0] = task (2, "async", "i=1", spawn);
  paths[1][0] = task (1, "async", "i=0", spawn);
  frames[0] = (rp_frame) { "total", at };
  frames[1] = (rp_frame) { "main", place ("sum.rp", 8, 3, 8, 12) };
  order = (rp_order) { .ancestor = main_task,
                       .paths = { paths[0], paths[1] },
                       .path_count = { 1, 1 },
                       .meeting = RP_MEET_FINISH,
                       .met = place ("sum.rp", 13, 3, 16, 4) };
  rp_finding finding
    = { .rule = RP_RULE_RACE,
        .kind = "write-write",
        .message = "data race on `sum`: write / write, tasks 1 and 2 are not ordered",
        .object = { "sum", RP_STORAGE_SHARED_VARIABLE, 0, place ("sum.rp", 4, 5, 4, 8) },
        .access_count = 2,
        .order = &order,
        .help = "wrap line 15 in `isolated`, or give each task an element of its own" };
  for (int i = 0; i < 2; i++)
    finding.accesses[i] = (rp_access_ref) { .task = paths[i][0],
                                            .ancestors = parents,
                                            .ancestor_count = 1,
                                            .is_write = true,
                                            .step = i == 0 ? 6 : 4,
                                            .at = at,
                                            .frames = frames,
                                            .frame_count = 2 };
  for (int i = 0; i < 3; i++)
    rp_report_add (report, &finding);
  report->input = "n=2";
}

/* Odd source text: tabs, wide and invalid characters, an escape sequence, a long line; a deep path
 * on one side, none on the other; the second file is missing. */
static void
build_odd_text (rp_report *report)
{
  static rp_section_ref on_x = { RP_SECTION_ISOLATED, "x" };
  static rp_task_ref parents[9], paths[8];
  static rp_order order;
  for (uint32_t i = 0; i < 8; i++)
    paths[i] = task (i + 1, i % 2 ? "post walk" : "async", "", place ("odd.rp", 4, 2, 4, 8));
  for (uint32_t i = 0; i < 8; i++)
    parents[i] = i < 7 ? paths[6 - i] : main_task;
  order = (rp_order) { .ancestor = main_task,
                       .paths = { paths, NULL },
                       .path_count = { 8, 0 },
                       .meeting = RP_MEET_PROGRAM };
  rp_access_ref later = { .task = paths[7],
                          .ancestors = parents,
                          .ancestor_count = 8,
                          .is_write = true,
                          .size = 8,
                          .step = 12,
                          .at = place ("odd.rp", 4, 10, 4, 11),
                          .label = "S0" };
  rp_access_ref earlier = { .task = main_task,
                            .size = 1,
                            .step = 3,
                            .at = place ("odd.rp", 6, 403, 6, 404),
                            .sections = &on_x,
                            .section_count = 1 };
  rp_finding finding
    = { .rule = RP_RULE_RACE,
        .kind = "read-write",
        .message = "data race on `x`: read / write, main and task 8 are not ordered",
        .object = { "x", RP_STORAGE_SHARED_VARIABLE, 8, place ("odd.rp", 2, 5, 2, 6) },
        .accesses = { later, earlier },
        .access_count = 2,
        .order = &order };
  rp_report_add (report, &finding);
  finding.accesses[0].at = place ("odd.rp", 5, 33, 5, 34);
  finding.accesses[1].at = place ("gone\n.rp", 7, 1, 7, 2);
  finding.accesses[1].task.folded = true;
  finding.accesses[1].task.id = 20;
  finding.certainty = RP_POSSIBLE;
  rp_report_add (report, &finding);
  finding.accesses[0].at = finding.accesses[1].at = place ("odd.rp", 99, 1, 99, 2);
  rp_report_add (report, &finding);
}

static void
build_deadlock (rp_report *report)
{
  static rp_waiting waiting[24];
  static rp_task_ref f;
  f = task (1, "future", "", place ("wait.rp", 4, 3, 8, 4));
  rp_task_ref other = task (2, "async", "", place ("wait.rp", 9, 3, 12, 4));
  rp_waiting section = { .task = other,
                         .at = place ("wait.rp", 10, 5, 11, 13),
                         .reason = RP_WAIT_SECTION,
                         .others = &f,
                         .other_count = 1 };
  waiting[0] = (rp_waiting) { .task = f,
                              .at = place ("wait.rp", 6, 7, 6, 21),
                              .reason = RP_WAIT_CONDITION };
  waiting[1] = section;
  waiting[2] = (rp_waiting) { .task = main_task,
                              .at = place ("wait.rp", 13, 3, 13, 11),
                              .reason = RP_WAIT_FUTURE,
                              .others = &f,
                              .other_count = 1 };
  for (uint32_t i = 3; i < 24; i++)
    {
      waiting[i] = section;
      waiting[i].task = task (i, "async", "", place ("wait.rp", 9, 3, 12, 4));
      waiting[i].at = place ("wait.rp", i < 6 ? 10 : i - 5, 5, 11, 13);
    }
  rp_finding finding = { .rule = RP_RULE_DEADLOCK,
                         .message = "deadlock: 24 tasks wait, and none can go on",
                         .accesses = { { .task = waiting[0].task, .at = waiting[0].at } },
                         .access_count = 1,
                         .waiting = waiting,
                         .waiting_count = 24,
                         .note = "task 1 holds isolated(x) while it waits" };
  rp_report_add (report, &finding);
}

static void
build_failures (rp_report *report)
{
  static rp_frame frames[1];
  frames[0] = (rp_frame) { "main", place ("wait.rp", 15, 1, 15, 15) };
  rp_finding finding = { .rule = RP_RULE_ASSERTION,
                         .message = "assertion failed: `x == 2`",
                         .accesses = { { .task = main_task,
                                         .step = 9,
                                         .at = place ("wait.rp", 15, 1, 15, 15),
                                         .frames = frames,
                                         .frame_count = 1 } },
                         .access_count = 1,
                         .note = "x is 1" };
  rp_report_add (report, &finding);
  finding.rule = RP_RULE_MISUSE;
  finding.message = "release of a permission that is not held";
  finding.note = NULL;
  finding.help = "acquire it first";
  finding.accesses[0].at = place ("wait.rp", 17, 1, 17, 17);
  rp_report_add (report, &finding);
  finding.rule = RP_RULE_UNDECLARED_ACCESS;
  finding.message = "task 3 writes `x`, which its writes list does not name";
  finding.object = (rp_object_ref) { .name = "x", .storage = RP_STORAGE_SHARED_VARIABLE, .declared = place ("wait.rp", 1, 5, 1, 6) };
  finding.help = NULL;
  finding.accesses[0].is_write = true;
  finding.accesses[0].task = task (3, "post p", "", place ("wait.rp", 4, 3, 8, 4));
  finding.accesses[0].at = place ("wait.rp", 11, 7, 11, 8);
  rp_report_add (report, &finding);
}

static void
build_run_time_error (rp_report *report)
{
  rp_finding finding = {
    .rule = RP_RULE_RUN_TIME_ERROR,
    .message = "index 4 is outside `A`, which has elements 0 to 3",
    .object = { "A[4]", RP_STORAGE_SHARED_ARRAY, 0, place ("wait.rp", 2, 5, 2, 9) },
    .accesses
    = { { .task = main_task, .is_write = true, .step = 2, .at = place ("wait.rp", 16, 1, 16, 5) } },
    .access_count = 1
  };
  rp_report_add (report, &finding);
}

static void
build_undecided (rp_report *report)
{
  add_dependence (report, RP_DEPENDS_ON_ISOLATED, "`x`", place ("wait.rp", 5, 5, 7, 6),
                  place ("wait.rp", 10, 5, 11, 13));
  for (int i = 0; i < 5; i++)
    add_dependence (report, RP_DEPENDS_ON_CHOICE, NULL, place ("wait.rp", 15, 8, 15, 9), (rp_place) { 0 });
}

static void
build_clean (rp_report *report)
{
  report->input = "n=3, m=4";
  report->on_the_fly = true;
  report->stats.folded = 7;
}

/* All of the report's findings are matched by LINE. */
static void
suppress (rp_report *report, const char *line)
{
  rp_suppressions list = { 0 };
  rp_source *source = rp_source_from_text ("list", line, strlen (line));
  uint32_t number;
  rp_suppressions_read (&list, source, &number);
  rp_suppressions_apply (&list, report);
  rp_suppressions_clear (&list);
  rp_source_free (source);
}

static void
build_suppressed (rp_report *report)
{
  build_same_line (report);
  suppress (report, "race:sum");
}

/* The run went no further than the suppressed finding. */
static void
build_suppressed_end (rp_report *report)
{
  build_deadlock (report);
  suppress (report, "deadlock:wait.rp");
}

/* Two acquires, and what to write around a statement that has none. */
static void
build_permission (rp_report *report)
{
  static rp_task_ref parents[1];
  rp_place at = place ("stack.rp", 4, 11, 4, 28);
  parents[0] = main_task;
  rp_finding finding
    = { .rule = RP_RULE_PERMISSION,
        .message = "permission violation on `stk`: read / write, main and task 1 can hold it at the "
                   "same time",
        .object = { "stk", RP_STORAGE_SHARED_VARIABLE, 0, place ("stack.rp", 1, 5, 1, 8) },
        .access_count = 2,
        .count = 1 };
  finding.accesses[0]
    = (rp_access_ref) { .task = task (1, "async", "", place ("stack.rp", 4, 3, 4, 8)),
                        .ancestors = parents,
                        .ancestor_count = 1,
                        .is_write = true,
                        .is_acquire = true,
                        .at = at };
  finding.accesses[1]
    = (rp_access_ref) { .task = main_task, .is_acquire = true, .at = place ("stack.rp", 5, 3, 5, 19) };
  rp_report_add (report, &finding);
  RP_VEC_PUSH (&report->suggestions, (rp_suggestion) { .at = place ("stack.rp", 8, 3, 8, 16),
                                                       .before = "acquire write top;",
                                                       .after = "release write top;" });
  RP_VEC_PUSH (&report->suggestions, (rp_suggestion) { .at = place ("stack.rp", 9, 3, 9, 10),
                                                       .before = "acquire read top;",
                                                       .after = "release read top;",
                                                       .where = "where its branches begin" });
  RP_VEC_PUSH (&report->suggestions, (rp_suggestion) { .at = place ("stack.c", 12, 3, 12, 4),
                                                       .before = "rp_writing (&top, sizeof top)" });
  RP_VEC_PUSH (&report->edits,
               (rp_edit) { place ("stack.rp", 8, 3, 8, 3), "acquire write top; " });
  RP_VEC_PUSH (&report->edits,
               (rp_edit) { place ("stack.rp", 8, 17, 8, 17), " release write top;" });
}

static const report_case cases[] = {
  { "same-line", build_same_line },
  { "odd-text", build_odd_text },
  { "deadlock", build_deadlock },
  { "failures", build_failures },
  { "undecided", build_undecided },
  { "run-time-error", build_run_time_error },
  { "clean", build_clean },
  { "permission", build_permission },
  { "suppressed", build_suppressed },
  { "suppressed-end", build_suppressed_end },
};

static void
print_text (const rp_report *report, const char *format)
{
  rp_report_style style = { .width = 80 };
  style.colour = style.result_colour = strstr (format, "colour") != NULL;
  style.utf8 = strstr (format, "utf8") != NULL;
  style.verbose = strstr (format, "verbose") != NULL;
  rp_report_text (report, &style, stdout);
  rp_report_result_lines (report, &style, stdout);
}

static void
print_report (const rp_report *report, const char *format)
{
  if (!strcmp (format, "json"))
    rp_report_json (report, stdout);
  else if (!strcmp (format, "sarif"))
    rp_report_sarif (report, stdout);
  else if (!strcmp (format, "line"))
    rp_report_line (report, stdout);
  else
    print_text (report, format);
}

/* What the parser could say about wait.rp and a file that is not there. */
static void
print_diagnostics (const char *format)
{
  rp_diagnostics diagnostics = { 0 };
  rp_diagnostic *first = rp_diagnostics_add (
    &diagnostics, RP_ERROR_NAME, place ("wait.rp", 13, 8, 13, 9), "`%s` is unknown", "f");
  first->label = "no such future";
  first->help = "declare it with `future f = async { ... }`";
  first->other = place ("wait.rp", 4, 10, 4, 11);
  first->other_label = "a future of this name ends here";
  rp_diagnostics_add (&diagnostics, RP_ERROR_SYNTAX, place ("wait.rp", 15, 15, 15, 15),
                      "expected `;`");
  rp_diagnostics_add (&diagnostics, RP_ERROR_LEX, place ("gone.rp", 3, 1, 3, 2),
                      "`\033` is not a character of the language");
  rp_report_style style = { .utf8 = strstr (format, "utf8") != NULL };
  if (!strcmp (format, "json"))
    rp_diagnostics_json (&diagnostics, stdout);
  else if (!strcmp (format, "sarif"))
    rp_diagnostics_sarif (&diagnostics, stdout);
  else if (!strcmp (format, "line"))
    rp_diagnostics_line (&diagnostics, stdout);
  else
    rp_diagnostics_print (&diagnostics, &style, stdout);
  rp_diagnostics_clear (&diagnostics);
}

static int
list_cases (void)
{
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    printf ("%s\n", cases[i].name);
  printf ("diagnostics\n");
  return 0;
}

int
main (int argc, char **argv)
{
  if (argc != 3)
    return list_cases ();
  if (!strcmp (argv[1], "diagnostics"))
    {
      print_diagnostics (argv[2]);
      return 0;
    }
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (!strcmp (cases[i].name, argv[1]))
      {
        rp_report report = { .method = "run",
                             .engine = "graph",
                             .program = "wait.rp",
                             .schedule = "depth-first",
                             .stats = { .tasks = 12,
                                        .nodes = 40,
                                        .edges = 1,
                                        .accesses = 230,
                                        .schedules = 1,
                                        .seconds = 0.0125,
                                        .peak_rss_kb = 5120 } };
        cases[i].build (&report);
        print_report (&report, argv[2]);
        rp_report_clear (&report);
        return 0;
      }
  return 2;
}
