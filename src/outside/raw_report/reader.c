#include "outside/raw_report/reader.h"

#include "outside/raw_report/fact_rows.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum
{
  MAX_FRAMES = 1024, /* limit for one stack; the program leaves fewer */
  MAX_WORDS = 64,    /* limit for the words of a structure with shared variables */
  MAX_THREADS = 1 << 24,
  MAX_SIGNAL = 127,
  MAX_STATUS = 255
};

#define MAX_NUMBER RP_FACT_MAX_NUMBER
#define MAX_ROWS RP_FACT_MAX_ROWS
#define MAX_TASK (RP_NO_TASK - 1)

#define LENGTH(ARRAY) ((uint32_t) (sizeof (ARRAY) / sizeof *(ARRAY)))

void *
rp_fact_rows (rp_fact_reader *reader, const json_t *object, const char *key, size_t size, rp_fact_read_row *read,
              uint32_t *count)
{
  const json_t *rows = rp_fact_array (reader, object, key, MAX_ROWS, count);
  char *elements = rp_arena_alloc (reader->arena, *count * size);
  for (uint32_t i = 0; i < *count && !reader->why.length; i++)
    {
      const json_t *row = json_array_get (rows, i);
      size_t before = rp_fact_enter_row (reader, key, i);
      if (json_is_object (row))
        read (reader, row, elements + i * size);
      else
        rp_fact_wrong (reader, "", "no object");
      rp_fact_leave (reader, before);
    }
  return elements;
}

/* Returns the address at index I of ROWS, the array KEY. A message about this address names KEY and I. */
static uint64_t
address_in (rp_fact_reader *reader, const json_t *rows, const char *key, uint32_t i)
{
  size_t before = rp_fact_enter_row (reader, key, i);
  uint64_t address = rp_fact_to_address (reader, json_array_get (rows, i), "");
  rp_fact_leave (reader, before);
  return address;
}

static const uint64_t *
read_addresses (rp_fact_reader *reader, const json_t *object, const char *key, uint32_t most, uint32_t *count)
{
  const json_t *rows = rp_fact_array (reader, object, key, most, count);
  uint64_t *addresses = rp_arena_alloc (reader->arena, *count * sizeof *addresses);
  for (uint32_t i = 0; i < *count; i++)
    addresses[i] = address_in (reader, rows, key, i);
  return addresses;
}

rp_fact_stack
rp_fact_read_stack (rp_fact_reader *reader, const json_t *object, const char *key)
{
  rp_fact_stack stack = { 0 };
  stack.pcs = read_addresses (reader, object, key, MAX_FRAMES, &stack.count);
  RP_VEC_PUSH (&reader->stacks, stack);
  stack.site = RP_VEC_LAST (&reader->stacks).site = (uint32_t) reader->stacks.count;
  return stack;
}

const rp_fact_stack *
rp_facts_stack (const rp_facts *facts, uint32_t site)
{
  static const rp_fact_stack none;
  return site && site <= facts->stack_count ? &facts->stacks[site - 1] : &none;
}

static rp_fact_stack
read_stack_if_any (rp_fact_reader *reader, const json_t *object, const char *key)
{
  return rp_fact_has (object, key) ? rp_fact_read_stack (reader, object, key) : (rp_fact_stack) { 0 };
}

static uint32_t
read_task_number (rp_fact_reader *reader, const json_t *object, const char *key)
{
  return (uint32_t) rp_fact_number (reader, object, key, MAX_TASK);
}

/* ---- objects ---- */

void
rp_fact_read_object (rp_fact_reader *reader, const json_t *row, void *element)
{
  static const char *const kinds[] = { [RP_FACT_UNKNOWN] = "unknown",
                                       [RP_FACT_HEAP] = "heap",
                                       [RP_FACT_STACK] = "stack",
                                       [RP_FACT_THREAD_LOCAL] = "thread-local" };
  rp_fact_object *object = element;
  object->kind = (rp_fact_object_kind) rp_fact_choice (reader, row, "kind", kinds, LENGTH (kinds));
  object->owner = rp_fact_has (row, "task") ? read_task_number (reader, row, "task") : RP_NO_TASK;
  if (object->kind == RP_FACT_HEAP)
    {
      object->base = rp_fact_address (reader, row, "base");
      object->size = rp_fact_number (reader, row, "size", MAX_NUMBER);
      object->allocated = rp_fact_read_stack (reader, row, "stack");
    }
  if (object->kind == RP_FACT_STACK)
    {
      object->pc = rp_fact_address_or_0 (reader, row, "pc");
      object->frame = rp_fact_address_or_0 (reader, row, "frame");
      object->data = rp_fact_address_or_0 (reader, row, "data");
    }
  if (object->data)
    {
      object->data_stack = rp_fact_read_stack (reader, row, "data_stack");
      object->words = read_addresses (reader, row, "data_words", MAX_WORDS, &object->word_count);
    }
  if (object->kind == RP_FACT_THREAD_LOCAL)
    {
      object->module = rp_fact_address (reader, row, "module");
      object->offset = rp_fact_number (reader, row, "offset", MAX_NUMBER);
    }
}

static rp_fact_object
read_object (rp_fact_reader *reader, const json_t *parent, const char *key)
{
  rp_fact_object object = { .owner = RP_NO_TASK };
  const json_t *row = rp_fact_object_at (reader, parent, key);
  size_t before = rp_fact_enter (reader, key);
  if (row)
    rp_fact_read_object (reader, row, &object);
  rp_fact_leave (reader, before);
  return object;
}

/* ---- races ---- */

static void
read_lock (rp_fact_reader *reader, const json_t *row, void *element)
{
  rp_fact_lock *lock = element;
  lock->address = rp_fact_address (reader, row, "address");
  lock->is_lock = rp_fact_flag (reader, row, "lock");
  lock->object = read_object (reader, row, "object");
}

static rp_fact_side
read_side (rp_fact_reader *reader, const json_t *race, const char *key)
{
  rp_fact_side side = { 0 };
  const json_t *row = rp_fact_object_at (reader, race, key);
  size_t before = rp_fact_enter (reader, key);
  if (row)
    {
      side.task = read_task_number (reader, row, "task");
      side.is_write = rp_fact_flag (reader, row, "write");
      side.is_atomic = rp_fact_flag (reader, row, "atomic");
      side.is_isolated = rp_fact_flag (reader, row, "isolated");
      side.is_free = rp_fact_flag (reader, row, "free");
      side.size = rp_fact_number (reader, row, "size", MAX_NUMBER);
      side.step = rp_fact_number_or (reader, row, "step", MAX_NUMBER, 0);
      side.stack = rp_fact_read_stack (reader, row, "stack");
      if (rp_fact_has (row, "locks"))
        side.locks = rp_fact_rows (reader, row, "locks", sizeof *side.locks, read_lock, &side.lock_count);
    }
  rp_fact_leave (reader, before);
  return side;
}

static rp_fact_join
read_join (rp_fact_reader *reader, const json_t *race)
{
  static const char *const kinds[]
    = { [RP_FACT_JOIN_END] = "end", [RP_FACT_JOIN_FINISH] = "finish", [RP_FACT_JOIN_AWAIT] = "await" };
  static const char *const constructs[]
    = { [RP_FACT_TASKGROUP] = "taskgroup", [RP_FACT_PARALLEL] = "parallel", [RP_FACT_TEAMS] = "teams" };
  rp_fact_join join = { 0 };
  const json_t *row = rp_fact_object_at (reader, race, "join");
  size_t before = rp_fact_enter (reader, "join");
  if (row)
    {
      join.kind = (rp_fact_join_kind) rp_fact_choice (reader, row, "kind", kinds, LENGTH (kinds));
      if (rp_fact_has (row, "construct"))
        join.construct = (rp_fact_construct) rp_fact_choice (reader, row, "construct", constructs, LENGTH (constructs));
      join.region = rp_fact_number_or (reader, row, "region", UINT32_MAX, 0);
      join.stack = rp_fact_read_stack (reader, row, "stack");
    }
  rp_fact_leave (reader, before);
  return join;
}

static void
read_simd (rp_fact_reader *reader, const json_t *row, rp_fact_race *race)
{
  uint32_t count;
  const json_t *numbers = rp_fact_array (reader, row, "simd", 2, &count);
  race->has_simd = true;
  for (uint32_t i = 0; i < 2; i++)
    race->simd[i] = (int64_t) rp_fact_to_number (reader, json_array_get (numbers, i), "simd", MAX_NUMBER);
}

static void
read_race (rp_fact_reader *reader, const json_t *row, void *element)
{
  static const char *const certainties[] = { "possible", "certain" };
  static const char *const schedules[] = { "default", "perhaps" };
  rp_fact_race *race = element;
  race->is_certain = rp_fact_choice (reader, row, "certainty", certainties, LENGTH (certainties));
  race->is_permission = rp_fact_flag (reader, row, "permission");
  race->by_default_schedule = rp_fact_has (row, "one_thread");
  if (race->by_default_schedule)
    race->is_schedule_unknown = rp_fact_choice (reader, row, "one_thread", schedules, LENGTH (schedules));
  if (rp_fact_has (row, "simd"))
    read_simd (reader, row, race);
  race->count = rp_fact_number (reader, row, "count", MAX_NUMBER);
  race->address = rp_fact_address (reader, row, "address");
  race->size = rp_fact_number (reader, row, "size", MAX_NUMBER);
  race->object = read_object (reader, row, "object");
  race->later = read_side (reader, row, "later");
  race->earlier = read_side (reader, row, "earlier");
  race->join = read_join (reader, row);
}

/* ---- tasks ---- */

static void
read_task (rp_fact_reader *reader, const json_t *row, void *element)
{
  rp_fact_task *task = element;
  const char *kind = rp_fact_text (reader, row, "kind");
  task->id = read_task_number (reader, row, "id");
  task->parent = rp_fact_has (row, "parent") ? read_task_number (reader, row, "parent") : RP_NO_TASK;
  task->kind = rp_task_kind_find (kind);
  task->has_index = rp_fact_has (row, "index");
  if (task->has_index)
    task->index = rp_fact_integer (reader, row, "index");
  task->stack = rp_fact_read_stack (reader, row, "stack");
  if (task->kind >= RP_TASK_KINDS)
    rp_fact_wrong (reader, "kind", "of no kind that is known");
  if (task->parent != RP_NO_TASK && task->parent >= task->id)
    rp_fact_wrong (reader, "parent", "not from before the task");
}

static void
index_tasks (rp_fact_reader *reader, rp_facts *facts)
{
  for (uint32_t i = 0; i < facts->task_count; i++)
    {
      bool is_new;
      *rp_map_insert (&facts->by_id, facts->tasks[i].id, &is_new) = i + 1;
      if (!is_new)
        rp_fact_wrong (reader, "tasks", "a list with one number twice");
    }
}

const rp_fact_task *
rp_facts_task (const rp_facts *facts, uint32_t id)
{
  const uint64_t *position = rp_map_find (&facts->by_id, id);
  return position ? &facts->tasks[*position - 1] : NULL;
}

/* ---- the end of the run ---- */

static void
read_wait (rp_fact_reader *reader, const json_t *row, void *element)
{
  rp_wait_row *wait = element;
  uint32_t named;
  const json_t *others = rp_fact_array (reader, row, "others", RP_WAIT_OTHERS, &named);
  const char *reason = rp_fact_text (reader, row, "reason");
  wait->task = read_task_number (reader, row, "task");
  wait->reason = rp_wait_reason_find (reason);
  wait->other_count = (uint32_t) rp_fact_number (reader, row, "other_count", MAX_TASK);
  wait->number = rp_fact_number (reader, row, "number", MAX_NUMBER);
  wait->name = rp_fact_text_or_null (reader, row, "name");
  wait->site = rp_fact_read_stack (reader, row, "stack").site;
  for (uint32_t i = 0; i < named; i++)
    wait->others[i] = (uint32_t) rp_fact_to_number (reader, json_array_get (others, i), "others", MAX_TASK);
  if (named != rp_wait_named (wait->other_count))
    rp_fact_wrong (reader, "other_count", "not that of `others'");
  if (strcmp (rp_wait_reason_name (wait->reason), reason))
    rp_fact_wrong (reader, "reason", "of no kind that is known");
}

static void
read_stop (rp_fact_reader *reader, const json_t *root, rp_fact_stop *stop)
{
  stop->message = "";
  if (!json_object_get (root, "stop"))
    rp_fact_wrong (reader, "stop", "missing");
  if (!rp_fact_has (root, "stop"))
    return;
  const json_t *row = rp_fact_object_at (reader, root, "stop");
  size_t before = rp_fact_enter (reader, "stop");
  if (row)
    {
      if (!rp_run_end_find (rp_fact_text (reader, row, "kind"), &stop->ending))
        rp_fact_wrong (reader, "kind", "of no kind that is known");
      stop->message = rp_fact_text (reader, row, "message");
      stop->task = (uint32_t) rp_fact_number_or (reader, row, "task", UINT32_MAX, 0);
      stop->signal = (int) rp_fact_number_or (reader, row, "signal", MAX_SIGNAL, 0);
      stop->stack = read_stack_if_any (reader, row, "stack");
      if (rp_fact_has (row, "waiting"))
        stop->waits = rp_fact_rows (reader, row, "waiting", sizeof *stop->waits, read_wait, &stop->wait_count);
    }
  rp_fact_leave (reader, before);
}

static void
read_incident (rp_fact_reader *reader, const json_t *row, void *element)
{
  rp_fact_incident *incident = element;
  incident->rule = (rp_rule) rp_fact_number (reader, row, "rule", RP_RULE_UNCOVERED_SHARING);
  incident->task = read_task_number (reader, row, "task");
  incident->message = rp_fact_text (reader, row, "message");
  incident->stack = rp_fact_read_stack (reader, row, "stack");
  if (!rp_rule_find (incident->rule))
    rp_fact_wrong (reader, "rule", "no rule");
}

static void
read_dependence (rp_fact_reader *reader, const json_t *row, void *element)
{
  rp_fact_dependence *dependence = element;
  if (!rp_dependence_kind_find (rp_fact_text (reader, row, "kind"), &dependence->kind))
    rp_fact_wrong (reader, "kind", "of no kind that is known");
  dependence->stack = rp_fact_read_stack (reader, row, "stack");
  dependence->other = read_stack_if_any (reader, row, "other");
  if (!rp_fact_has (row, "address"))
    return;
  dependence->address = rp_fact_address (reader, row, "address");
  dependence->size = rp_fact_number (reader, row, "size", MAX_NUMBER);
  dependence->object = read_object (reader, row, "object");
}

static void
read_remarks (rp_fact_reader *reader, const json_t *root, rp_facts *facts)
{
  static const char *const keys[RP_REMARKS] = { "warnings", "unseen", "limits" };
  for (int kind = 0; kind < RP_REMARKS; kind++)
    {
      rp_fact_texts *texts = &facts->remarks[kind];
      const json_t *rows = rp_fact_array (reader, root, keys[kind], MAX_ROWS, &texts->count);
      texts->items = rp_arena_alloc (reader->arena, texts->count * sizeof *texts->items);
      for (uint32_t i = 0; i < texts->count; i++)
        texts->items[i] = rp_fact_to_text (reader, json_array_get (rows, i), keys[kind]);
    }
}

static void
read_stats (rp_fact_reader *reader, const json_t *root, rp_facts *facts)
{
  const json_t *row = rp_fact_object_at (reader, root, "stats");
  rp_stats *stats = &facts->stats;
  const struct
  {
    const char *key;
    uint64_t *number;
  } numbers[] = {
    { "tasks", &stats->tasks },         { "strands", &stats->strands },     { "nodes", &stats->nodes },
    { "edges", &stats->edges },         { "accesses", &stats->accesses },   { "folded", &stats->folded },
    { "shadow_kb", &stats->shadow_kb }, { "task_kb", &stats->task_kb },     { "peak_rss_kb", &stats->peak_rss_kb },
  };
  size_t before = rp_fact_enter (reader, "stats");
  for (uint32_t i = 0; i < LENGTH (numbers); i++)
    *numbers[i].number = rp_fact_number_or (reader, row, numbers[i].key, MAX_NUMBER, 0);
  stats->seconds = rp_fact_real (reader, row, "seconds");
  stats->schedules = 1;
  rp_fact_leave (reader, before);
}

/* ---- OpenMP ---- */

static void
read_loop (rp_fact_reader *reader, const json_t *row, void *element)
{
  rp_fact_loop *loop = element;
  loop->by_thread = rp_fact_flag (reader, row, "thread");
  loop->by_chunk = rp_fact_flag (reader, row, "chunk");
  loop->body = rp_fact_address_or_0 (reader, row, "body");
  loop->stack = rp_fact_read_stack (reader, row, "stack");
}

/* Returns the names in the list `threads_by` of ROW as one text: "OMP_NUM_THREADS, num_threads". */
static const char *
read_sources (rp_fact_reader *reader, const json_t *row)
{
  uint32_t count;
  const json_t *names = rp_fact_array (reader, row, "threads_by", MAX_ROWS, &count);
  rp_strbuf text = { 0 };
  for (uint32_t i = 0; i < count; i++)
    rp_strbuf_format (&text, "%s%s", i ? ", " : "", rp_fact_to_text (reader, json_array_get (names, i), "threads_by"));
  const char *copy = rp_arena_copy (reader->arena, rp_strbuf_text (&text), text.length);
  rp_strbuf_clear (&text);
  return copy;
}

static void
read_openmp (rp_fact_reader *reader, const json_t *root, rp_facts *facts)
{
  if (!rp_fact_has (root, "openmp"))
    return;
  const json_t *row = rp_fact_object_at (reader, root, "openmp");
  size_t before = rp_fact_enter (reader, "openmp");
  uint32_t count;
  const json_t *threads = rp_fact_array (reader, row, "threads", 2, &count);
  rp_fact_openmp *openmp = facts->openmp = RP_NEW (reader->arena, rp_fact_openmp);
  rp_openmp_scope *scope = &openmp->scope;
  if (count)
    {
      scope->least = (uint32_t) rp_fact_to_number (reader, json_array_get (threads, 0), "threads", MAX_THREADS);
      scope->most = (uint32_t) rp_fact_to_number (reader, json_array_get (threads, 1), "threads", MAX_THREADS);
    }
  scope->threads_by = read_sources (reader, row);
  scope->loops = rp_fact_text (reader, row, "loops");
  scope->together = rp_fact_flag (reader, row, "together");
  scope->grouped = rp_fact_flag (reader, row, "grouped");
  openmp->relied_on
    = rp_fact_rows (reader, row, "relied_on", sizeof *openmp->relied_on, read_loop, &openmp->relied_on_count);
  openmp->to_teams = rp_fact_rows (reader, row, "to_teams", sizeof *openmp->to_teams, read_loop, &openmp->to_teams_count);
  rp_fact_leave (reader, before);
}

/* ---- the whole ---- */

static void
read_module (rp_fact_reader *reader, const json_t *row, void *element)
{
  rp_fact_module *module = element;
  module->path = rp_fact_text (reader, row, "path");
  module->low = rp_fact_address (reader, row, "low");
  module->high = rp_fact_address (reader, row, "high");
  module->bias = rp_fact_address (reader, row, "bias");
}

static void
read_all (rp_fact_reader *reader, const json_t *root, rp_facts *facts)
{
  static const char *const engines[] = { "bags", "graph" };
  facts->program = rp_fact_text (reader, root, "program");
  facts->engine = engines[rp_fact_choice (reader, root, "engine", engines, LENGTH (engines))];
  facts->schedule = rp_fact_text (reader, root, "schedule");
  facts->on_the_fly = rp_fact_flag (reader, root, "on_the_fly");
  facts->stopped_early = rp_fact_flag (reader, root, "stopped_early");
  facts->pid = (long) rp_fact_number_or (reader, root, "pid", INT_MAX, 0);
  facts->status = (int) rp_fact_number (reader, root, "status", MAX_STATUS);
  read_openmp (reader, root, facts);
  facts->modules
    = rp_fact_rows (reader, root, "modules", sizeof *facts->modules, read_module, &facts->module_count);
  read_stop (reader, root, &facts->stop);
  facts->tasks = rp_fact_rows (reader, root, "tasks", sizeof *facts->tasks, read_task, &facts->task_count);
  index_tasks (reader, facts);
  facts->races = rp_fact_rows (reader, root, "races", sizeof *facts->races, read_race, &facts->race_count);
  if (rp_fact_has (root, "incidents"))
    facts->incidents
      = rp_fact_rows (reader, root, "incidents", sizeof *facts->incidents, read_incident, &facts->incident_count);
  facts->dependences = rp_fact_rows (reader, root, "dependences", sizeof *facts->dependences, read_dependence,
                                  &facts->dependence_count);
  read_remarks (reader, root, facts);
  read_stats (reader, root, facts);
  if (rp_fact_has (root, "graph"))
    facts->graph = rp_fact_read_graph (reader, root);
}

/* Fills FACTS from ROOT. If something is wrong, returns false and sets *WHY. */
static bool
read_root (rp_facts *facts, rp_arena *arena, const json_t *root, char **why)
{
  rp_fact_reader reader = { .arena = arena };
  const char *schema = json_string_value (json_object_get (root, "schema"));
  if (!schema || strcmp (schema, RP_FACTS_SCHEMA))
    rp_strbuf_add (&reader.why, "its schema is not " RP_FACTS_SCHEMA);
  else
    read_all (&reader, root, facts);
  facts->stack_count = (uint32_t) reader.stacks.count;
  rp_fact_stack *stacks = rp_arena_alloc (arena, reader.stacks.count * sizeof *stacks);
  if (reader.stacks.count)
    memcpy (stacks, reader.stacks.items, reader.stacks.count * sizeof *stacks);
  facts->stacks = stacks;
  RP_VEC_CLEAR (&reader.stacks);
  rp_strbuf_clear (&reader.path);
  *why = reader.why.text;
  return !reader.why.length;
}

static bool
take (rp_facts *facts, rp_arena *arena, json_t *root, const json_error_t *error, char **why)
{
  rp_strbuf text = { 0 };
  *facts = (rp_facts) { 0 };
  bool is_read = root && read_root (facts, arena, root, why);
  if (!root && error->line < 0)
    rp_strbuf_format (&text, "cannot read it: %s", strerror (errno));
  else if (!root)
    rp_strbuf_format (&text, "line %d: %s", error->line, error->text);
  if (!root)
    *why = text.text;
  json_decref (root);
  return is_read;
}

bool
rp_facts_read (rp_facts *facts, rp_arena *arena, const char *path, char **why)
{
  json_error_t error;
  json_t *root = json_load_file (path, JSON_REJECT_DUPLICATES, &error);
  return take (facts, arena, root, &error, why);
}

bool
rp_facts_parse (rp_facts *facts, rp_arena *arena, const char *bytes, size_t length, char **why)
{
  json_error_t error;
  json_t *root = json_loadb (bytes, length, JSON_REJECT_DUPLICATES, &error);
  return take (facts, arena, root, &error, why);
}

void
rp_facts_clear (rp_facts *facts)
{
  rp_map_clear (&facts->by_id);
}
