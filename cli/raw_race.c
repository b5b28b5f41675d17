/* Races: two accesses with their stacks, the object, and why nothing orders them. */
#include "base/strbuf.h"
#include "raw.h"
#include "symbol/symbol.h"

#include <inttypes.h>
#include <string.h>

static const char *
base_name (const char *file)
{
  const char *slash = strrchr (file, '/');
  return slash ? slash + 1 : file;
}

static const char *
task_name (rp_raw *raw, uint32_t task)
{
  return task ? rp_arena_format (raw->arena, "task %u", task) : "main";
}

/* "f.c:9", or the function's name, or its address. */
static const char *
short_place (rp_raw *raw, const rp_frame *frames, uint32_t count)
{
  if (!count)
    return "?";
  if (!frames[0].at.line)
    return frames[0].function;
  return rp_arena_format (raw->arena, "%s:%u", base_name (frames[0].at.file), frames[0].at.line);
}

static void
add_place (rp_strbuf *out, const rp_frame *frames, uint32_t count)
{
  if (!count)
    return;
  if (frames[0].at.line)
    rp_strbuf_format (out, " at %s:%u", frames[0].at.file, frames[0].at.line);
  if (frames[0].at.line && frames[0].at.column)
    rp_strbuf_format (out, ":%u", frames[0].at.column);
  rp_strbuf_format (out, " in `%s`", frames[0].function);
}

static const char *
keep (rp_raw *raw, rp_strbuf *text)
{
  const char *kept = rp_arena_copy (raw->arena, rp_strbuf_text (text), text->length);
  rp_strbuf_clear (text);
  return kept;
}

static void
describe_heap (rp_raw *raw, const json_t *object, uint64_t address, rp_finding *finding,
               const char **headline)
{
  uint64_t base = rp_raw_number (object, "base"), size = rp_raw_number (object, "size");
  rp_strbuf text = { 0 };
  finding->allocation_count = rp_raw_frames (raw, object, "stack", &finding->allocation);
  const char *place = short_place (raw, finding->allocation, finding->allocation_count);
  finding->object.name = rp_arena_format (raw->arena, "heap(%s)", place);
  finding->object.storage = "heap block";
  finding->object.size = size < UINT32_MAX ? (uint32_t) size : UINT32_MAX;
  *headline = rp_arena_format (raw->arena, "the heap block from %s", place);
  rp_strbuf_format (&text, "%" PRIu64 " byte%s inside a heap block of %" PRIu64 " byte%s",
                    address - base, address - base == 1 ? "" : "s", size, size == 1 ? "" : "s");
  if (rp_raw_flag (object, "freed"))
    rp_strbuf_add (&text, ", freed since");
  rp_strbuf_format (&text, ", allocated by %s",
                    task_name (raw, (uint32_t) rp_raw_number (object, "task")));
  add_place (&text, finding->allocation, finding->allocation_count);
  finding->object_text = keep (raw, &text);
}

static void
describe_variable (rp_raw *raw, const rp_symbol_object *found, rp_finding *finding,
                   const char **headline)
{
  bool is_whole = !strcmp (found->name, found->variable) && found->size < UINT32_MAX;
  finding->object = (rp_object_ref) { .name = found->name,
                                      .size = is_whole ? (uint32_t) found->size : 0,
                                      .declared = found->declared };
  *headline = rp_arena_format (raw->arena, "`%s`", found->name);
}

/* "local variable `sum` of `total` in task 3, declared at f.c:12" */
static const char *
within (rp_raw *raw, const rp_symbol_object *found, const char *storage, const char *owner)
{
  rp_strbuf text = { 0 };
  rp_strbuf_format (&text, "%s `%s` of `%s`", storage, found->name, found->function);
  if (owner)
    rp_strbuf_format (&text, " in %s", owner);
  if (found->declared.line)
    rp_strbuf_format (&text, ", declared at %s:%u", found->declared.file, found->declared.line);
  return keep (raw, &text);
}

/* That has the frame: not one that is inlined into it. */
static const char *
function_around (rp_raw *raw, uint64_t pc)
{
  const rp_symbol_frame *frames;
  size_t count = rp_symbols_frames (raw->symbols, pc, &frames);
  return frames[count - 1].at.line ? frames[count - 1].function : NULL;
}

/* "pc" and "frame", if given, are an address in the function whose frame it is, and the stack
 * pointer before its call. */
static void
describe_stack (rp_raw *raw, const json_t *object, uint64_t address, uint64_t size,
                rp_finding *finding, const char **headline)
{
  uint64_t pc = rp_raw_number (object, "pc"), frame = rp_raw_number (object, "frame");
  bool has_owner = json_object_get (object, "task");
  const char *owner = has_owner ? task_name (raw, (uint32_t) rp_raw_number (object, "task")) : NULL;
  rp_symbol_object found;
  if (raw->symbolize && pc && frame
      && rp_symbols_local (raw->symbols, pc - 1, frame, address, size, &found))
    {
      describe_variable (raw, &found, finding, headline);
      finding->object.storage = "local variable";
      finding->object_text = within (raw, &found, "local variable", owner);
      return;
    }
  owner = owner ? owner : "a task";
  const char *function = raw->symbolize && pc ? function_around (raw, pc - 1) : NULL;
  const char *whose = function ? function : owner;
  finding->object.storage = "stack";
  finding->object.name = rp_arena_format (raw->arena, "stack(%s)", whose);
  finding->object_text = rp_arena_format (raw->arena, "a local variable%s%s%s on the stack of %s",
                                          function ? " of `" : "", function ? function : "",
                                          function ? "`," : "", owner);
  *headline = rp_arena_format (raw->arena,
                               function ? "a local variable of `%s`" : "the stack of %s", whose);
}

static bool
describe_global (rp_raw *raw, uint64_t address, uint64_t size, rp_finding *finding,
                 const char **headline)
{
  rp_symbol_object found;
  if (!raw->symbolize || !rp_symbols_global (raw->symbols, address, size, &found))
    return false;
  describe_variable (raw, &found, finding, headline);
  finding->object.storage = "global";
  if (found.function)
    {
      finding->object.storage = "static variable";
      finding->object_text = within (raw, &found, "static variable", NULL);
    }
  return true;
}

void
rp_raw_describe_object (rp_raw *raw, const json_t *race, rp_finding *finding, const char **headline)
{
  const json_t *object = json_object_get (race, "object");
  const char *kind = rp_raw_text (object, "kind");
  uint64_t address = rp_raw_number (race, "address"), size = rp_raw_number (race, "size");
  if (!strcmp (kind, "heap"))
    describe_heap (raw, object, address, finding, headline);
  else if (!strcmp (kind, "stack"))
    describe_stack (raw, object, address, size, finding, headline);
  else if (!describe_global (raw, address, size, finding, headline))
    {
      finding->object.name = rp_arena_format (raw->arena, "0x%" PRIx64, address);
      finding->object.storage = "memory";
      finding->object_text = rp_arena_format (
        raw->arena, "memory at 0x%" PRIx64 ", in no heap block or variable that is known", address);
      *headline = rp_arena_format (raw->arena, "memory at 0x%" PRIx64, address);
    }
}

static const char *
describe_section (rp_raw *raw, const json_t *side)
{
  const char *name = rp_raw_text (side, "isolated");
  if (*name)
    return rp_arena_format (raw->arena, "%s", name);
  if (rp_raw_flag (side, "isolated"))
    return "isolated";
  return rp_raw_flag (side, "atomic") ? "an atomic operation" : NULL;
}

static rp_access_ref
describe_side (rp_raw *raw, const json_t *race, const char *key)
{
  const json_t *side = json_object_get (race, key);
  rp_access_ref access = rp_raw_place (raw, (uint32_t) rp_raw_number (side, "task"), side);
  uint64_t size = rp_raw_number (side, "size");
  access.is_write = rp_raw_flag (side, "write");
  access.size = size < UINT32_MAX ? (uint32_t) size : UINT32_MAX;
  access.step = rp_raw_number (side, "step");
  access.isolated = describe_section (raw, side);
  return access;
}

/* Position of the nearest common ancestor in the chain task, parent, ..., main of each side. */
static void
find_ancestor (const rp_access_ref *a, const rp_access_ref *b, uint32_t *at_a, uint32_t *at_b)
{
  uint32_t left = a->ancestor_count, right = b->ancestor_count;
  while (left && right)
    {
      const rp_task_ref *x = left > 1 ? &a->ancestors[left - 2] : &a->task;
      const rp_task_ref *y = right > 1 ? &b->ancestors[right - 2] : &b->task;
      if (x->id != y->id)
        break;
      left--;
      right--;
    }
  *at_a = left;
  *at_b = right;
}

/* The tasks below position AT of the chain, from the top down. */
static uint32_t
describe_path (rp_raw *raw, const rp_access_ref *access, uint32_t at, rp_task_ref **path)
{
  *path = rp_arena_alloc (raw->arena, at * sizeof **path);
  for (uint32_t i = 0; i < at; i++)
    {
      uint32_t position = at - 1 - i;
      (*path)[i] = position ? access->ancestors[position - 1] : access->task;
    }
  return at;
}

static void
describe_join (rp_raw *raw, const json_t *race, rp_order *order)
{
  const json_t *join = json_object_get (race, "join");
  const char *kind = rp_raw_text (join, "kind");
  rp_frame *frames;
  if (!*kind)
    return;
  order->join = "end of the program";
  if (!strcmp (kind, "end"))
    return;
  order->join
    = !strcmp (kind, "finish") ? "end of finish" : rp_arena_format (raw->arena, "%s", kind);
  if (rp_raw_frames (raw, join, "stack", &frames))
    order->joined = frames[0].at;
}

static rp_order *
describe_order (rp_raw *raw, const json_t *race, const rp_finding *finding)
{
  const rp_access_ref *later = &finding->accesses[0], *earlier = &finding->accesses[1];
  rp_order *order = RP_NEW (raw->arena, rp_order);
  uint32_t at[2];
  find_ancestor (later, earlier, &at[0], &at[1]);
  order->ancestor = at[0] ? later->ancestors[at[0] - 1] : later->task;
  for (int i = 0; i < 2; i++)
    order->path_count[i] = describe_path (raw, &finding->accesses[i], at[i], &order->paths[i]);
  describe_join (raw, race, order);
  order->missing
    = rp_arena_format (raw->arena, "no path from step %" PRIu64 " to step %" PRIu64 " or back: %s",
                       earlier->step, later->step,
                       finding->certainty == RP_POSSIBLE
                         ? "only the order that isolated sections took in this run links them"
                         : "no finish, future, phaser, clock or region links them");
  return order;
}

static const char *
both_tasks (rp_raw *raw, uint32_t a, uint32_t b)
{
  if (a && b)
    return rp_arena_format (raw->arena, "tasks %u and %u", a, b);
  return rp_arena_format (raw->arena, "main and task %u", a ? a : b);
}

static void
add_race (rp_raw *raw, const json_t *race)
{
  rp_finding finding
    = { .rule = RP_RULE_RACE,
        .certainty
        = strcmp (rp_raw_text (race, "certainty"), "possible") ? RP_CERTAIN : RP_POSSIBLE,
        .access_count = 2,
        .count = rp_raw_number (race, "count") };
  const char *headline = "";
  finding.accesses[0] = describe_side (raw, race, "later");
  finding.accesses[1] = describe_side (raw, race, "earlier");
  rp_raw_describe_object (raw, race, &finding, &headline);
  const rp_access_ref *later = &finding.accesses[0], *earlier = &finding.accesses[1];
  finding.kind = !earlier->is_write ? "read-write" : later->is_write ? "write-write" : "write-read";
  finding.message
    = rp_arena_format (raw->arena, "%sdata race on %s: %s / %s, %s are not ordered",
                       finding.certainty == RP_CERTAIN ? "" : "possible ", headline,
                       earlier->is_write ? "write" : "read", later->is_write ? "write" : "read",
                       both_tasks (raw, earlier->task.id, later->task.id));
  finding.order = describe_order (raw, race, &finding);
  rp_report_add (raw->report, &finding);
}

void
rp_raw_add_races (rp_raw *raw)
{
  const json_t *races = json_object_get (raw->root, "races");
  for (size_t i = 0; i < json_array_size (races); i++)
    add_race (raw, json_array_get (races, i));
}
