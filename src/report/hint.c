#include "report/hint.h"

#include "report/code.h"

#include <ctype.h>
#include <string.h>

/* A race, with what all hints ask of it. */
typedef struct case_at_hand
{
  rp_report *report;
  rp_sources *sources;
  const rp_finding *finding;
  const rp_access_ref *earlier, *later;
  const char *variable; /* the object's name if it is one variable without parts, else NULL */
} case_at_hand;

static bool
has_kind (const rp_task_ref *task, const char *kind)
{
  return task->kind && !strcmp (task->kind, kind);
}

static bool
same_file (const rp_place *a, const rp_place *b)
{
  return a->file && b->file && !strcmp (a->file, b->file);
}

static bool
same_line (const rp_place *a, const rp_place *b)
{
  return a->line && a->line == b->line && same_file (a, b);
}

static bool
is_plain_name (const char *name)
{
  if (!name || isdigit ((unsigned char) *name))
    return false;
  for (const char *c = name; *c; c++)
    if (!isalnum ((unsigned char) *c) && *c != '_')
      return false;
  return *name;
}

static bool
is_variable (const rp_object_ref *object)
{
  return object->storage
         && (!strcmp (object->storage, "global") || !strcmp (object->storage, "local variable")
             || !strcmp (object->storage, "static variable"));
}

/* ---- sections ---- */

static bool
is_atomic (const char *section)
{
  return !strcmp (section, "an atomic construct");
}

static bool
is_lock (const char *section)
{
  return !strncmp (section, "lock `", 6);
}

static bool
is_critical (const char *section)
{
  return !strncmp (section, "critical", 8) && !strstr (section, " and ");
}

/* One side is in SECTION, the other, ACCESS, in none. */
static const char *
extend_section (const case_at_hand *at, const char *section, const rp_access_ref *access)
{
  rp_arena *arena = &at->report->arena;
  unsigned line = access->at.line;
  if (is_atomic (section))
    return rp_arena_format (arena, "make the access on line %u atomic as well", line);
  if (is_lock (section))
    return rp_arena_format (arena, "hold %s on line %u as well", section, line);
  if (is_critical (section))
    return rp_arena_format (arena, "put line %u into `%s` as well", line, section);
  return NULL;
}

static const char *
hint_at_sections (const case_at_hand *at)
{
  const char *a = at->earlier->isolated, *b = at->later->isolated;
  rp_arena *arena = &at->report->arena;
  if (!a && !b)
    return NULL;
  if (!a || !b)
    return extend_section (at, a ? a : b, a ? at->later : at->earlier);
  if (is_critical (a) && is_critical (b) && strcmp (a, b))
    return rp_arena_format (arena, "`%s` and `%s` do not exclude each other: give them one name", a,
                            b);
  unsigned line = at->earlier->at.line, other = at->later->at.line;
  if (strcmp (a, b) && line != other)
    return rp_arena_format (arena,
                            "%s and %s do not exclude each other: use the same for lines %u and %u",
                            a, b, line, other);
  if (strcmp (a, b))
    return rp_arena_format (arena, "%s and %s do not exclude each other: use the same for both", a, b);
  if (is_lock (a))
    return rp_arena_format (arena, "each holds a %s of its own: use one for both", a);
  return NULL;
}

/* ---- tasks ---- */

/* The object is a local variable of the function that created TASK, on the stack of THREAD: so that
 * was the one that executed the function. */
static bool
is_of_creator (const rp_finding *finding, const rp_task_ref *task, const rp_task_ref *thread)
{
  rp_strbuf owner = { 0 };
  if (!finding->object_text || !task->frame_count)
    return false;
  rp_strbuf_format (&owner, " of `%s` in %s", task->frames[0].function, thread->name);
  bool is_owner = strstr (finding->object_text, owner.text);
  rp_strbuf_clear (&owner);
  return is_owner;
}

/* The race is between a task, the earlier, and its creator after the creation. What a thread does
 * with its own variables in a part of a construct counts as its own, not as the part's. */
static bool
is_with_creator (const rp_finding *finding)
{
  const rp_order *order = finding->order;
  uint32_t above = order->path_count[1] - 1;
  if (!order->path_count[1] || above != order->path_count[0] || above > 1)
    return false;
  const rp_task_ref *task = &order->paths[1][above];
  if (!has_kind (task, "task") && !has_kind (task, "taskloop"))
    return false;
  return !above
         || (has_kind (order->paths[0], "thread")
             && is_of_creator (finding, task, order->paths[0]));
}

static const char *
hint_at_child (const case_at_hand *at)
{
  if (!is_with_creator (at->finding))
    return NULL;
  return rp_arena_format (&at->report->arena, "`#pragma omp taskwait` before line %u waits for %s",
                          at->later->at.line, at->earlier->task.name);
}

static const char *
hint_at_siblings (const case_at_hand *at)
{
  const rp_order *order = at->finding->order;
  if (order->path_count[0] != 1 || order->path_count[1] != 1 || !has_kind (order->paths[0], "task")
      || !has_kind (order->paths[1], "task") || !at->variable)
    return NULL;
  const rp_place *first = &order->paths[1]->created, *second = &order->paths[0]->created;
  const char *x = at->variable;
  rp_arena *arena = &at->report->arena;
  /* what they do besides is not known here: inout is right in any case */
  if (same_line (first, second))
    return rp_arena_format (arena, "`depend(inout: %s)` on line %u orders these tasks", x,
                            first->line);
  if (!same_file (first, second) || !first->line || !second->line)
    return NULL;
  return rp_arena_format (arena,
                          "`depend(inout: %s)` on lines %u and %u orders these tasks, as does a "
                          "taskwait between them",
                          x, first->line, second->line);
}

/* ---- missing barriers ---- */

/* ACCESS is in a part of a construct that has no barrier at its end, and OTHER comes after the
 * construct. */
static const char *
hint_at_nowait (const case_at_hand *at, const rp_access_ref *access, const rp_access_ref *other)
{
  const rp_place *directive = &access->task.created;
  const rp_source *source = rp_sources_find (at->sources, directive->file);
  if ((!has_kind (&access->task, "iteration") && !has_kind (&access->task, "section")
       && !has_kind (&access->task, "single"))
      || !same_file (&access->at, &other->at) || !same_file (&access->at, directive)
      || !rp_code_directive_has (source, directive->line, "nowait"))
    return NULL;
  uint32_t end = rp_code_statement_end (source, directive->line);
  if (!end || access->at.line > end || other->at.line <= end)
    return NULL;
  return rp_arena_format (&at->report->arena,
                          "without `nowait` on line %u the barrier there orders them",
                          directive->line);
}

/* The line of a master construct that has LINE inside, or 0. */
static uint32_t
master_around (const rp_source *source, uint32_t line)
{
  for (uint32_t above = line; above && line - above < 50; above--)
    if (rp_code_directive_has (source, above, "master")
        || rp_code_directive_has (source, above, "masked"))
      {
        uint32_t end = rp_code_statement_end (source, above);
        return end >= line && !rp_code_directive_has (source, above, "taskloop") ? above : 0;
      }
  return 0;
}

static const char *
hint_at_master (const case_at_hand *at, const rp_access_ref *access, const rp_access_ref *other)
{
  const rp_source *source = rp_sources_find (at->sources, access->at.file);
  if (!has_kind (&access->task, "thread") || !same_file (&access->at, &other->at))
    return NULL;
  uint32_t master = master_around (source, access->at.line);
  uint32_t end = master ? rp_code_statement_end (source, master) : 0;
  if (!end || other->at.line <= end)
    return NULL;
  return rp_arena_format (
    &at->report->arena,
    "a master construct has no barrier at its end: `#pragma omp barrier` after "
    "line %u orders them",
    end);
}

/* ---- private, reduction ---- */

/* The directive whose construct both sides execute at the same time: a loop, or a region. */
static const rp_place *
shared_construct (const case_at_hand *at)
{
  const rp_task_ref *a = &at->earlier->task, *b = &at->later->task;
  bool is_shared = (has_kind (a, "iteration") && has_kind (b, "iteration"))
                   || (has_kind (a, "thread") && has_kind (b, "thread"));
  return is_shared && same_line (&a->created, &b->created) ? &a->created : NULL;
}

static bool
is_about_same_object (const rp_finding *a, const rp_finding *b)
{
  return a->access_count == 2 && b->access_count == 2 && a->object.name && b->object.name
         && !strcmp (a->object.name, b->object.name)
         && same_line (&a->object.declared, &b->object.declared);
}

/* All findings about the object, and all that the text of CONSTRUCT does with it, are updates by
 * one operator: else its value is used in between. */
static char
reduction_of (const case_at_hand *at, const rp_place *construct)
{
  const rp_source *source = rp_sources_find (at->sources, construct->file);
  char sign = same_file (construct, &at->later->at)
                ? rp_code_reduction_within (source, construct->line, at->variable)
                : 0;
  for (size_t i = 0; sign && i < at->report->findings.count; i++)
    {
      const rp_finding *other = &at->report->findings.items[i];
      if (!is_about_same_object (other, at->finding)
          || !(same_line (&other->accesses[0].task.created, construct)
               || same_line (&other->accesses[1].task.created, construct)))
        continue;
      for (int side = 0; side < 2; side++)
        if (!same_file (&other->accesses[side].at, &at->later->at)
            || rp_code_reduction (source, other->accesses[side].at.line, at->variable) != sign)
          return 0;
    }
  return sign;
}

static const char *
hint_at_reduction (const case_at_hand *at)
{
  const rp_place *construct = shared_construct (at);
  char sign = at->variable && construct ? reduction_of (at, construct) : 0;
  if (!sign)
    return NULL;
  return rp_arena_format (&at->report->arena,
                          "`reduction(%c:%s)` on line %u, or `#pragma omp atomic` before line %u",
                          sign, at->variable, construct->line, at->later->at.line);
}

/* Other statements race with this one, too: to make it atomic would not do. */
static bool
has_other_places (const case_at_hand *at)
{
  for (size_t i = 0; i < at->report->findings.count; i++)
    {
      const rp_finding *other = &at->report->findings.items[i];
      if (is_about_same_object (other, at->finding)
          && !(same_line (&other->accesses[0].at, &at->later->at)
               && same_line (&other->accesses[1].at, &at->later->at)))
        return true;
    }
  return false;
}

static const char *
hint_at_update (const case_at_hand *at)
{
  rp_strbuf base = { 0 };
  const char *hint = NULL;
  if (!same_line (&at->earlier->at, &at->later->at) || !is_variable (&at->finding->object)
      || has_other_places (at))
    return NULL;
  rp_object_base (at->finding->object.name, &base);
  const rp_source *source = rp_sources_find (at->sources, at->later->at.file);
  char *dot = base.text ? strpbrk (base.text, ".-") : NULL;
  if (dot)
    *dot = '\0';
  if (base.text && rp_code_is_update (source, at->later->at.line, base.text))
    hint = rp_arena_format (&at->report->arena, "`#pragma omp atomic` before line %u",
                            at->later->at.line);
  rp_strbuf_clear (&base);
  return hint;
}

static const char *
hint_at_private (const case_at_hand *at)
{
  const rp_place *construct = shared_construct (at), *declared = &at->finding->object.declared;
  if (!at->variable || !construct || strcmp (at->finding->object.storage, "local variable")
      || !same_file (construct, declared) || declared->line >= construct->line
      || !same_file (construct, &at->earlier->at) || !same_file (construct, &at->later->at))
    return NULL;
  const rp_source *source = rp_sources_find (at->sources, construct->file);
  if (!rp_code_is_temporary (source, construct->line, at->variable))
    return NULL;
  return rp_arena_format (&at->report->arena,
                          "`private(%s)` on line %u: it gets its value anew each time",
                          at->variable, construct->line);
}

/* ---- the whole ---- */

static const char *
hint_at (const case_at_hand *at)
{
  const char *hint = hint_at_sections (at);
  if (at->earlier->isolated || at->later->isolated)
    return hint;
  if (!hint && at->finding->order)
    hint = hint_at_child (at);
  if (!hint && at->finding->order)
    hint = hint_at_siblings (at);
  hint = hint ? hint : hint_at_nowait (at, at->earlier, at->later);
  hint = hint ? hint : hint_at_nowait (at, at->later, at->earlier);
  hint = hint ? hint : hint_at_master (at, at->earlier, at->later);
  hint = hint ? hint : hint_at_master (at, at->later, at->earlier);
  hint = hint ? hint : hint_at_reduction (at);
  hint = hint ? hint : hint_at_private (at);
  return hint ? hint : hint_at_update (at);
}

void
rp_hints_add (rp_report *report, rp_sources *sources)
{
  for (size_t i = 0; report->openmp && i < report->findings.count; i++)
    {
      rp_finding *finding = &report->findings.items[i];
      case_at_hand at
        = { report, sources, finding, &finding->accesses[1], &finding->accesses[0], NULL };
      if (finding->rule != RP_RULE_RACE || finding->access_count != 2 || finding->help)
        continue;
      if (is_variable (&finding->object) && is_plain_name (finding->object.name))
        at.variable = finding->object.name;
      finding->help = hint_at (&at);
    }
}
