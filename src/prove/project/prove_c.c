/* Proves the regions of a C source one by one. A pair is called a race only if executing the region's form
 * (prove/poly/execute.h) with the values that were found shows the race. */
#include "prove/project/prove_c.h"

#include "base/clock.h"
#include "base/panic.h"
#include "command/model.h"
#include "command/present.h"
#include "core/finding/suppress.h"
#include "prove/c/reader/read.h"
#include "prove/c/walker/regions.h"
#include "prove/poly/execute.h"
#include "prove/poly/limit.h"
#include "prove/poly/prove.h"

#include <errno.h>
#include <inttypes.h>
#include <isl/set.h>
#include <isl/val.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* The proof for one region. */
typedef struct region_proof
{
  size_t number; /* of the region */
  rp_proof proof;
  double seconds; /* its share of the time */
  bool is_late;   /* it is undecided, and its time was over */
} region_proof;

typedef struct proving
{
  const struct rp_prove_arguments *arguments;
  rp_model model; /* options, output and source; see rp_model */
  isl_ctx *isl;
  rp_c_program program;
  rp_c_regions regions;
  rp_proof proof;            /* the proof for all regions together */
  region_proof *parts;       /* a proof for each region; PROOF borrows texts from them */
  rp_report report;
  double start;
} proving;

/* ---- parameters ---- */

/* Restricts the parameter NAME of the form to LEAST or more. Returns false if the region has no such parameter. */
static bool
bound_below (rp_form *form, const char *name, int64_t least)
{
  int at = isl_set_find_dim_by_name (form->context, isl_dim_param, name);
  if (at < 0)
    return false;
  isl_val *value = isl_val_int_from_si (form->isl, least);
  form->context = isl_set_lower_bound_val (form->context, isl_dim_param, (unsigned) at, value);
  for (size_t i = 0; i < form->leaves.count; i++)
    form->leaves.items[i]->domain
      = isl_set_intersect_params (form->leaves.items[i]->domain, isl_set_copy (form->context));
  return true;
}

static bool
bound_all (proving *p)
{
  const struct rp_run_options *options = p->model.options;
  for (size_t k = 0; k < options->params.count; k++)
    {
      bool is_known = false;
      for (size_t i = 0; i < p->regions.list.count; i++)
        is_known |= bound_below (&p->regions.list.items[i]->form, options->params.items[k].name,
                                 options->params.items[k].value);
      if (!is_known && !p->arguments->is_part)
        {
          rp_cli_error ("prove", "no region of `%s' has a parameter `%s'", options->program_path,
                        options->params.items[k].name);
          return false;
        }
    }
  return true;
}

/* ---- words ---- */

static void
add_finding (proving *p, const rp_c_region *region, const rp_proof_pair *pair)
{
  rp_arena *arena = &p->report.arena;
  rp_finding finding = rp_proof_finding (arena, pair);
  finding.note
    = rp_arena_format (arena, "%s of %s (line %u), %s; %s", region->construct, region->function,
                       region->at.line, rp_proof_values (arena, pair), pair->reason);
  rp_report_add (&p->report, &finding);
}

/* ---- regions ---- */

static const rp_proof_note *
fatal_note (const rp_proof *proof)
{
  for (size_t i = 0; i < proof->notes.count; i++)
    if (proof->notes.items[i]->is_fatal)
      return proof->notes.items[i];
  return NULL;
}

/* Executes the form of REGION with the values of PAIR, unless the user has interrupted the prover. Sets the pair's
 * reason. Sets the pair's status, to RP_PROOF_RACE, only if the execution shows the race and nothing is
 * over-approximated. */
static void
confirm (proving *p, const rp_c_region *region, const rp_proof *proof, rp_proof_pair *pair)
{
  uint32_t instances = 0;
  rp_arena *arena = &p->proof.arena;
  if (rp_limit_left_to_confirm (0) <= 0)
    {
      pair->reason = "interrupted before these values were executed";
      return;
    }
  switch (rp_execute (&region->form, pair, &instances))
    {
    case RP_EXECUTED_RACE:
      if (pair->inexact || fatal_note (proof))
        {
          pair->reason = pair->inexact
                           ? "the pair is over-approximated: it may not happen"
                           : "the region is not represented completely: it may not happen";
          return;
        }
      pair->status = RP_PROOF_RACE;
      pair->reason = rp_arena_format (
        arena,
        "confirmed by executing the region's %u instances for these values: no path of the "
        "explicit graph joins the two",
        instances);
      break;
    case RP_EXECUTED_NO_RACE:
      pair->reason = "not confirmed: executing the region for these values orders the two";
      break;
    case RP_NOT_EXECUTABLE:
      pair->reason
        = "not confirmed: too many instances to execute for these values, or too complex ones";
      break;
    }
}

/* Returns the text of NOTE. If NOTE has a line, the line comes before the text; the file comes before the line,
 * unless it is the file that is proved. */
static const char *
say_note (proving *p, const rp_proof_note *note)
{
  rp_arena *arena = &p->proof.arena;
  if (!note->at.line)
    return note->text;
  if (note->at.file && strcmp (note->at.file, p->model.options->program_path))
    return rp_arena_format (arena, "%s:%u: %s", note->at.file, note->at.line, note->text);
  return rp_arena_format (arena, "line %u: %s", note->at.line, note->text);
}

static const char *
undecided_reason (proving *p, const rp_proof *proof)
{
  const rp_proof_note *fatal = fatal_note (proof);
  if (fatal)
    return say_note (p, fatal);
  for (size_t i = 0; i < proof->pairs.count; i++)
    {
      const rp_proof_pair *pair = &proof->pairs.items[i];
      if (pair->status == RP_PROOF_POSSIBLE && pair->inexact)
        return say_note (p, pair->inexact);
    }
  for (size_t i = 0; i < proof->pairs.count; i++)
    if (proof->pairs.items[i].status != RP_PROOF_REFUTED && proof->pairs.items[i].reason)
      return proof->pairs.items[i].reason;
  return "a pair could not be decided";
}

/* Whether PROOF shows a race, or that there is none. */
static bool
is_decided (const rp_proof *proof)
{
  return rp_proof_count (proof, RP_PROOF_RACE)
         || (!fatal_note (proof)
             && rp_proof_count (proof, RP_PROOF_REFUTED) == (uint32_t) proof->pairs.count);
}

/* Moves FROM, the results for REGION, into the proof of all regions. Adds a finding for each pair that has values. */
static void
append (proving *p, const rp_c_region *region, rp_proof *from)
{
  rp_proof *all = &p->proof;
  rp_proof_region done = { .function = region->function,
                           .construct = region->construct,
                           .at = region->at,
                           .scope = from->scope,
                           .assumption = region->assumption,
                           .first_pair = (uint32_t) all->pairs.count,
                           .pair_count = (uint32_t) from->pairs.count,
                           .first_note = (uint32_t) all->notes.count,
                           .note_count = (uint32_t) from->notes.count };
  if (rp_proof_count (from, RP_PROOF_RACE))
    done.status = RP_REGION_RACE;
  else if (!is_decided (from))
    {
      done.status = RP_REGION_UNDECIDED;
      done.reason = undecided_reason (p, from);
    }
  for (size_t i = 0; i < from->pairs.count; i++)
    {
      if (from->pairs.items[i].has_values)
        add_finding (p, region, &from->pairs.items[i]);
      RP_VEC_PUSH (&all->pairs, from->pairs.items[i]);
    }
  RP_VEC_CLEAR (&from->pairs);
  for (size_t i = 0; i < from->notes.count; i++)
    RP_VEC_PUSH (&all->notes, from->notes.items[i]);
  RP_VEC_PUSH (&all->regions, done);
  all->statements += from->statements;
  all->advances += from->advances;
  all->read_write += from->read_write;
  all->write_write += from->write_write;
  all->candidate_seconds += from->candidate_seconds;
  all->counting_seconds += from->counting_seconds;
  all->solving_seconds += from->solving_seconds;
  all->solver_seconds += from->solver_seconds;
  all->questions += from->questions;
  all->failures += from->failures;
  all->solver = from->solver;
}

/* Makes and returns the directory for the SMT files of region NUMBER; NULL if the user wants no files. */
static const char *
dump_directory (proving *p, size_t number)
{
  if (!p->arguments->dump)
    return NULL;
  const char *path
    = rp_arena_format (&p->proof.arena, "%s/region-%zu", p->arguments->dump, number + 1);
  mkdir (path, 0777);
  return path;
}

/* Proves PART's region, in at most SECONDS (0: no limit). The results of an earlier attempt are freed. Returns false if
 * a file could not be written. */
static bool
prove_region (proving *p, region_proof *part, double seconds)
{
  rp_c_region *region = p->regions.list.items[part->number];
  rp_prove_options options = { .seconds = seconds, .dump = dump_directory (p, part->number) };
  double start = rp_seconds ();
  rp_proof_clear (&part->proof);
  part->seconds = seconds;
  if (!rp_prove (&region->form, &options, &part->proof))
    {
      rp_cli_error ("prove", "cannot write in `%s': %s", options.dump, strerror (errno));
      return false;
    }
  for (size_t i = 0; i < part->proof.pairs.count; i++)
    if (part->proof.pairs.items[i].has_values)
      confirm (p, region, &part->proof, &part->proof.pairs.items[i]);
  part->is_late = seconds > 0 && rp_seconds () - start >= seconds && !is_decided (&part->proof);
  return true;
}

/* Returns the seconds that each of COUNT regions may take now; 0 if there is no limit. */
static double
share_of (const proving *p, size_t count)
{
  double left = p->arguments->seconds - (rp_seconds () - p->start);
  return p->arguments->seconds <= 0 ? 0 : left > 0 ? left / (double) count : 1e-6;
}

/* Proves the regions. Each of them gets an equal share of the time, and the time that one leaves goes to those behind
 * it. So a region that takes long does not keep the others from being proved. Those that were late try again with the
 * time that is left after all. */
static bool
prove_regions (proving *p)
{
  size_t count = p->regions.list.count, late = 0;
  bool is_good = true;
  p->parts = rp_calloc (count, sizeof *p->parts);
  for (size_t i = 0; i < count && is_good; i++)
    {
      p->parts[i].number = i;
      is_good = prove_region (p, &p->parts[i], share_of (p, count - i));
      late += p->parts[i].is_late;
    }
  for (size_t i = 0; i < count && is_good; i++)
    if (p->parts[i].is_late)
      {
        double seconds = share_of (p, late--);
        if (seconds > p->parts[i].seconds && !rp_limit_is_interrupted ())
          is_good = prove_region (p, &p->parts[i], seconds);
      }
  for (size_t i = 0; i < count && is_good; i++)
    append (p, p->regions.list.items[i], &p->parts[i].proof);
  return is_good;
}

/* ---- the file ---- */

/* Returns the include directory with raceproof/task.h, which the caller frees; NULL if there is none. Looks for it in
 * all directories above this program, which is in lib/ of a build directory or in PREFIX/lib/raceproof. */
static char *
find_headers (void)
{
  char directory[PATH_MAX];
  ssize_t length = readlink ("/proc/self/exe", directory, sizeof directory - 1);
  directory[length > 0 ? length : 0] = '\0';
  for (char *slash; (slash = strrchr (directory, '/'));)
    {
      rp_strbuf path = { 0 };
      *slash = '\0';
      rp_strbuf_format (&path, "%s/include/raceproof/task.h", directory);
      if (!access (path.text, R_OK))
        {
          path.text[path.length - strlen ("/raceproof/task.h")] = '\0';
          return path.text;
        }
      rp_strbuf_clear (&path);
    }
  return NULL;
}

/* Reports the error MESSAGE on stderr; with JSON or SARIF, also as a report on the output. CAUSE, or NULL, is the error
 * of the system or compiler in MESSAGE. Returns an exit status. */
static int
report_error (proving *p, const char *message, const char *cause)
{
  enum rp_format form = p->model.options->format;
  rp_place at = { .file = p->model.options->program_path };
  rp_diagnostic *added
    = rp_diagnostics_add (&p->model.diagnostics, RP_ERROR_SYNTAX, at, "%s", message);
  added->cause = cause;
  if (form == RP_FORMAT_JSON)
    rp_diagnostics_json (&p->model.diagnostics, p->model.out->file);
  if (form == RP_FORMAT_SARIF)
    rp_diagnostics_sarif (&p->model.diagnostics, p->model.out->file);
  return rp_cli_error ("prove", "%s", message);
}

/* Returns the first line of MESSAGES with an error, or the first line if there is none. A compiler says before an error
 * by which files the place was included, and what it warns of. */
static const char *
first_error (rp_arena *arena, const char *messages)
{
  const char *begin = strstr (messages, "error:");
  while (begin && begin > messages && begin[-1] != '\n')
    begin--;
  begin = begin ? begin : messages;
  return rp_arena_copy (arena, begin, strcspn (begin, "\n"));
}

/* Reports that PATH cannot be read because of CAUSE, of which one line is used. Returns an exit status. */
static int
refuse (proving *p, const char *path, const char *cause)
{
  rp_arena *arena = &p->model.diagnostics.arena;
  const char *line = first_error (arena, cause);
  return report_error (p, rp_arena_format (arena, "cannot read `%s': %s", path, line), line);
}

/* Returns the deadline, as a time of rp_seconds; 0 if there is none. */
static double
deadline_of (const proving *p)
{
  return p->arguments->seconds > 0 ? p->start + p->arguments->seconds : 0;
}

/* Reads the source into p->program. Returns -1 if that succeeded, the deadline passed, or the user interrupted the
 * prover; else an exit status. */
static int
read_source (proving *p)
{
  const char *path = p->model.options->program_path;
  RP_VEC (const char *) options = { 0 };
  char *headers = find_headers ();
  char *failure = NULL;
  int status = -1;
  p->model.source = rp_source_read (path);
  if (!p->model.source)
    {
      int error = errno;
      free (headers);
      return refuse (p, path, strerror (error));
    }
  for (size_t i = 0; i < p->arguments->preprocessor.count; i++)
    RP_VEC_PUSH (&options, p->arguments->preprocessor.items[i]);
  if (headers)
    {
      RP_VEC_PUSH (&options, "-isystem");
      RP_VEC_PUSH (&options, headers);
    }
  RP_VEC_PUSH (&options, NULL);
  if (!rp_c_read (path, options.items, deadline_of (p), &p->program, &p->model.diagnostics,
                  &failure)
      && !p->program.is_late)
    status = failure ? refuse (p, path, failure) : rp_model_print_errors (&p->model);
  free (failure);
  RP_VEC_CLEAR (&options);
  free (headers);
  return status;
}

static void
describe (proving *p)
{
  rp_report *report = &p->report;
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  report->method = "prove";
  report->engine = "polyhedral";
  report->program = p->model.options->program_path;
  report->source = p->model.source;
  report->input = "";
  report->proof = &p->proof;
  p->proof.scope = "";
  report->stats.peak_rss_kb = (uint64_t) usage.ru_maxrss;
  report->stats.seconds = rp_seconds () - p->start;
  for (size_t i = 0; i < p->proof.regions.count && !report->incomplete; i++)
    {
      const rp_proof_region *region = &p->proof.regions.items[i];
      if (region->status == RP_REGION_UNDECIDED)
        report->incomplete
          = rp_limit_is_interrupted ()
              ? RP_PROVE_INTERRUPTED
              : rp_arena_format (&report->arena, "region %zu (line %u): %s", i + 1,
                                 region->at.line, region->reason);
    }
}

static int
prove_file (proving *p)
{
  int status = read_source (p);
  if (status >= 0)
    return status;
  p->isl = rp_prove_isl ();
  rp_limit_begin (p->isl, deadline_of (p), rp_cli_report_missed_limit, &p->model);
  if (p->program.is_late)
    rp_c_regions_unread (&p->program, p->isl, &p->regions);
  else
    rp_c_regions_find (&p->program, p->isl, deadline_of (p), &p->regions);
  if (!p->regions.list.count && p->arguments->is_part)
    status = RP_EXIT_CLEAN;
  else if (!p->regions.list.count)
    status
      = report_error (p,
                      rp_arena_format (&p->model.diagnostics.arena, "`%s' has no parallel region",
                                       p->model.options->program_path),
                      NULL);
  else if (!bound_all (p))
    status = RP_EXIT_USAGE;
  if (status < 0 && !prove_regions (p))
    status = RP_EXIT_USAGE;
  rp_limit_end ();
  if (status < 0)
    describe (p);
  /* the forms are not freed here: the proof, which is printed later, borrows names from them */
  return status;
}

int
rp_cli_prove_c (const struct rp_prove_arguments *arguments, rp_output *out)
{
  proving p = { .arguments = arguments, .start = rp_seconds () };
  rp_suppressions suppressions = { 0 };
  p.model = (rp_model) { .verb = "prove", .options = &arguments->run, .out = out };
  int status = rp_cli_read_suppressions ("prove", arguments->run.suppressions, &suppressions);
  if (status < 0)
    status = prove_file (&p);
  if (status < 0)
    {
      rp_suppressions_apply (&suppressions, &p.report);
      rp_model_print (&p.model, &p.report);
      status = rp_report_exit_status (&p.report);
    }
  if (p.program.is_abandoned)
    {
      /* no cleanup at exit, since an abandoned thread may still run */
      status = rp_cli_close_output (out, status);
      fflush (NULL);
      _exit (status);
    }
  rp_suppressions_clear (&suppressions);
  rp_report_clear (&p.report);
  rp_proof_clear (&p.proof);
  for (size_t i = 0; p.parts && i < p.regions.list.count; i++)
    rp_proof_clear (&p.parts[i].proof);
  free (p.parts);
  rp_c_regions_clear (&p.regions);
  if (p.isl)
    isl_ctx_free (p.isl);
  rp_c_program_clear (&p.program);
  rp_model_clear (&p.model);
  return status;
}
