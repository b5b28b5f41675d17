#include "command/witness.h"

#include "base/json.h"
#include "base/panic.h"
#include "report/phrase.h"
#include "report/sources.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- writing ---- */

static const char *const precisions[] = { [RP_PRECISION_ISOLATED] = "isolated",
                                          [RP_PRECISION_PERMISSION_REGIONS] = "regions",
                                          [RP_PRECISION_ACCESSES] = "accesses" };

void
rp_witness_hash (uint64_t hash, char text[17])
{
  snprintf (text, 17, "%016" PRIx64, hash);
}

static void
write_call (rp_json *json, const rp_compiled *compiled)
{
  char hash[17];
  rp_json_array (json, "arguments");
  for (char **word = compiled->arguments + 1; *word; word++)
    rp_json_string (json, NULL, *word);
  rp_json_array_end (json);
  if (!compiled->input_size)
    return;
  rp_witness_hash (compiled->input_hash, hash);
  rp_json_string (json, "input", hash);
}

static void
write_program (rp_json *json, const rp_model *model)
{
  char hash[17];
  rp_witness_hash (rp_model_hash (model), hash);
  rp_json_object (json, "program");
  rp_json_string (json, "file", model->options->program_path);
  rp_json_string (json, "hash", hash);
  rp_json_object_end (json);
  rp_json_object (json, "parameters");
  for (uint32_t i = 0; !model->is_compiled && i < model->program->param_count; i++)
    rp_json_integer (json, model->program->params[i].name, model->params[i]);
  rp_json_object_end (json);
  if (model->is_compiled)
    write_call (json, &model->compiled);
}

static void
write_finding (rp_json *json, const rp_model *model, const rp_finding *finding)
{
  char id[17], rule[16];
  rp_sources sources = { .given = model->source };
  rp_finding_identify (finding, &sources, id);
  rp_sources_clear (&sources);
  snprintf (rule, sizeof rule, "RP%03d", (int) finding->rule);
  rp_json_object (json, "finding");
  rp_json_string (json, "id", id);
  rp_json_string (json, "rule", rule);
  rp_strbuf headline = { 0 };
  rp_phrase_headline (&headline, finding);
  rp_json_string (json, "message", finding->message ? finding->message : headline.text);
  rp_strbuf_clear (&headline);
  rp_json_object_end (json);
}

/* Writes the name that TASK has in the last run of SEARCH, such as "async (i=1)"; nothing if TASK is not in that
 * run. */
static void
write_name (rp_json *json, rp_search *search, uint32_t task)
{
  rp_arena arena = { 0 };
  rp_namer *namer = search->subject->namer (search->subject);
  uint32_t row = rp_task_names_row (&search->names, task);
  if (row == RP_NO_TASK)
    return;
  const rp_task_row *of = &search->subject->tasks (search->subject)->rows.items[row];
  const char *kind = namer->task_kind (namer, &arena, of);
  const char *binding = namer->task_binding (namer, &arena, of);
  rp_json_string (json, "name",
                  *binding ? rp_arena_format (&arena, "%s (%s)", kind, binding) : kind);
  rp_arena_clear (&arena);
}

static void
write_step (rp_json *json, rp_search *search, const rp_search_step *step)
{
  rp_arena arena = { 0 };
  rp_strbuf task = { 0 };
  rp_namer *namer = search->subject->namer (search->subject);
  rp_task_names_write (&search->names, step->task, &task);
  rp_json_object (json, NULL);
  rp_json_string (json, "task", task.text);
  write_name (json, search, step->task);
  if (step->is_choice)
    {
      rp_json_number (json, "choose", step->value);
      rp_json_number (json, "of", step->options);
    }
  else if (step->site)
    {
      rp_place place = namer->site (namer, &arena, step->site).place;
      if (search->subject->show && place.file)
        rp_json_string (json, "file", place.file);
      rp_json_number (json, "line", place.line);
    }
  rp_json_object_end (json);
  rp_strbuf_clear (&task);
  rp_arena_clear (&arena);
}

void
rp_witness_write (FILE *out, const rp_model *model, rp_search *search, const rp_answers *answers,
                  const rp_finding *finding)
{
  rp_json json = { .out = out };
  rp_run_result result;
  rp_search_retrace (search, answers, &result);
  rp_json_object (&json, NULL);
  rp_json_string (&json, "format", RP_WITNESS_FORMAT);
  rp_json_number (&json, "version", RP_WITNESS_VERSION);
  rp_json_string (&json, "raceproof", RP_VERSION);
  write_program (&json, model);
  write_finding (&json, model, finding);
  rp_json_string (&json, "precision", precisions[search->policy.precision]);
  rp_json_array (&json, "schedule");
  for (size_t i = 0; i < answers->steps.count; i++)
    write_step (&json, search, &answers->steps.items[i]);
  rp_json_array_end (&json);
  rp_json_object_end (&json);
  rp_json_end (&json);
}

/* ---- reading ---- */

static bool say (char **why, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

static bool
say (char **why, const char *format, ...)
{
  rp_strbuf text = { 0 };
  va_list arguments;
  va_start (arguments, format);
  rp_strbuf_vformat (&text, format, arguments);
  va_end (arguments);
  *why = text.text;
  return false;
}

static char *
copy_text (const json_t *object, const char *key)
{
  const char *text = json_string_value (json_object_get (object, key));
  return text ? strdup (text) : NULL;
}

static bool
is_count (const json_t *value)
{
  return json_is_integer (value) && json_integer_value (value) >= 0
         && json_integer_value (value) < UINT32_MAX;
}

static bool
is_step (const json_t *step)
{
  const json_t *choose = json_object_get (step, "choose");
  return json_is_string (json_object_get (step, "task")) && (!choose || is_count (choose));
}

static bool
take_params (const json_t *params, rp_witness *witness)
{
  const char *name;
  json_t *value;
  json_object_foreach ((json_t *) params, name, value)
  {
    if (!json_is_integer (value))
      return false;
    RP_VEC_PUSH (&witness->params, (rp_param_value) { strdup (name), json_integer_value (value) });
  }
  return json_is_object (params);
}

/* Reads the precision NAME into WITNESS. Returns false if NAME is unknown. Witnesses of older versions have no
 * precision: NAME is then NULL, and WITNESS stays as it is. */
static bool
take_precision (const json_t *name, rp_witness *witness)
{
  for (size_t i = 0; i < sizeof precisions / sizeof *precisions; i++)
    if (json_is_string (name) && !strcmp (json_string_value (name), precisions[i]))
      {
        witness->precision = (rp_precision) i;
        return true;
      }
  return !name;
}

/* Reads the arguments, and the hash of the input, from ROOT into WITNESS. Returns false if the arguments are not a list
 * of texts. Witnesses of models have neither. */
static bool
take_call (const json_t *root, rp_witness *witness)
{
  const json_t *words = json_object_get (root, "arguments");
  for (size_t i = 0; i < json_array_size (words); i++)
    {
      const char *word = json_string_value (json_array_get (words, i));
      if (!word)
        return false;
      RP_VEC_PUSH (&witness->arguments, strdup (word));
    }
  witness->input = copy_text (root, "input");
  return !words || json_is_array (words);
}

bool
rp_witness_has_arguments (const rp_witness *witness, char *const *arguments)
{
  size_t count = 0;
  for (; arguments[count]; count++)
    if (count >= witness->arguments.count
        || strcmp (arguments[count], witness->arguments.items[count]))
      return false;
  return count == witness->arguments.count;
}

static bool
take_schedule (json_t *schedule, rp_witness *witness)
{
  for (size_t i = 0; i < json_array_size (schedule); i++)
    if (!is_step (json_array_get (schedule, i)))
      return false;
  witness->schedule = json_incref (schedule);
  return json_is_array (schedule);
}

static bool
take_all (json_t *root, rp_witness *witness, char **why)
{
  const char *format = json_string_value (json_object_get (root, "format"));
  const json_t *version = json_object_get (root, "version");
  if (!format || strcmp (format, RP_WITNESS_FORMAT))
    return say (why, "it is no witness");
  if (!json_is_integer (version) || json_integer_value (version) != RP_WITNESS_VERSION)
    return say (why, "its format is version %lld, and this raceproof reads version %d",
                (long long) json_integer_value (version), RP_WITNESS_VERSION);
  const json_t *program = json_object_get (root, "program");
  const json_t *finding = json_object_get (root, "finding");
  witness->file = copy_text (program, "file");
  witness->hash = copy_text (program, "hash");
  witness->rule = copy_text (finding, "rule");
  witness->id = copy_text (finding, "id");
  if (!witness->file || !witness->hash || !witness->rule || !witness->id
      || !take_params (json_object_get (root, "parameters"), witness) || !take_call (root, witness)
      || !take_precision (json_object_get (root, "precision"), witness)
      || !take_schedule (json_object_get (root, "schedule"), witness))
    return say (why, "it is not complete");
  return true;
}

bool
rp_witness_read (const char *path, rp_witness *witness, char **why)
{
  json_error_t error;
  *witness = (rp_witness) { 0 };
  json_t *root = json_load_file (path, JSON_REJECT_DUPLICATES, &error);
  if (!root)
    return say (why, "%s", error.text);
  bool is_good = take_all (root, witness, why);
  json_decref (root);
  return is_good;
}

void
rp_witness_clear (rp_witness *witness)
{
  free (witness->file);
  free (witness->hash);
  free (witness->rule);
  free (witness->id);
  for (size_t i = 0; i < witness->params.count; i++)
    free (witness->params.items[i].name);
  RP_VEC_CLEAR (&witness->params);
  for (size_t i = 0; i < witness->arguments.count; i++)
    free (witness->arguments.items[i]);
  RP_VEC_CLEAR (&witness->arguments);
  free (witness->input);
  json_decref (witness->schedule);
}

bool
rp_witness_answers (const rp_witness *witness, rp_task_names *names, rp_answers *answers)
{
  RP_VEC (uint32_t) chosen = { 0 };
  bool is_good = true;
  for (size_t i = 0; i < json_array_size (witness->schedule) && is_good; i++)
    {
      const json_t *step = json_array_get (witness->schedule, i);
      const json_t *choose = json_object_get (step, "choose");
      uint32_t task;
      is_good
        = rp_task_names_read (names, json_string_value (json_object_get (step, "task")), &task);
      while (is_good && chosen.count <= task)
        RP_VEC_PUSH (&chosen, 0);
      if (is_good && choose)
        rp_answers_choose (answers, task, chosen.items[task]++,
                           (uint64_t) json_integer_value (choose));
      else if (is_good)
        RP_VEC_PUSH (&answers->picks, task);
    }
  RP_VEC_CLEAR (&chosen);
  return is_good;
}
