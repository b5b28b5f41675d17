#include "compile/rewrite/directive.h"

#include "compile/rewrite/rewrite.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The numbers have one L only: -std=c90 -pedantic would warn about two. */
const rp_rewrite_language rp_rewrite_in_c = { .loop_name = "for", .number = "0x%" PRIx64 "L" };

/* A part of the directive: [at, end). */
typedef struct span
{
  size_t at, end;
} span;

typedef struct reader
{
  const char *text;
  size_t length, at;
  const rp_rewrite_language *language;
} reader;

/* A directive in its parts: the constructs that it names, and the clauses that matter here. */
typedef struct directive
{
  bool is_end;         /* the end of a construct of Fortran */
  bool is_worksharing; /* has `for` or `do` */
  bool is_parallel, is_teams, is_distribute, is_simd;
  bool is_loop;
  bool is_single, is_nowait;
  bool is_scope, has_reduction;
  bool is_atomic, gives_value; /* GIVES_VALUE: it has a clause such as capture, so it is no plain update */
  span loop;                   /* the word `for` or `do` */
  rp_rewrite_binding inner;
  bool is_ordered, is_inscan, is_collapsed, has_lastprivate, has_linear;
  bool has_copies; /* a clause that may run code of the program: constructors or initialisers */
  span order;           /* the clause order(concurrent); empty if there is none */
  bool is_reproducible; /* order(reproducible: concurrent) */
  span bind, bind_kind; /* the bind clause and the word in it; empty if there is none */
  span schedule;        /* text between the parentheses of the schedule clause; at = 0 if there is none */
} directive;

static bool
is_word_character (char c)
{
  return isalnum ((unsigned char) c) || c == '_';
}

static bool
is_text (const reader *r, size_t at, const char *word, size_t length)
{
  if (at + length > r->length)
    return false;
  return r->language->is_fortran ? !strncasecmp (r->text + at, word, length)
                                 : !strncmp (r->text + at, word, length);
}

static bool
is_word (const reader *r, span s, const char *word)
{
  return s.end - s.at == strlen (word) && is_text (r, s.at, word, s.end - s.at);
}

static void
skip_blanks (reader *r)
{
  while (r->at < r->length && isspace ((unsigned char) r->text[r->at]))
    r->at++;
}

static span
read_word (reader *r)
{
  span word = { r->at, r->at };
  while (word.end < r->length && is_word_character (r->text[word.end]))
    word.end++;
  r->at = word.end;
  return word;
}

/* Skips the string or character constant that begins here. Returns false if its end is missing. A doubled quote in
 * Fortran makes two strings of one, which does not matter. */
static bool
skip_string (reader *r)
{
  char quote = r->text[r->at++];
  for (; r->at < r->length; r->at++)
    if (r->text[r->at] == '\\' && !r->language->is_fortran)
      r->at++;
    else if (r->text[r->at] == quote)
      {
        r->at++;
        return true;
      }
  return false;
}

/* Skips a number of C++, in which ' may stand between digits. */
static void
skip_number (reader *r)
{
  while (r->at < r->length
         && (is_word_character (r->text[r->at])
             || (r->text[r->at] == '\'' && r->at + 1 < r->length
                 && is_word_character (r->text[r->at + 1]))))
    r->at++;
}

/* Skips the parentheses that begin here, and stores the text between them in *INSIDE. Returns false if the closing one
 * is missing. */
static bool
read_parentheses (reader *r, span *inside)
{
  size_t depth = 0;
  inside->at = r->at + 1;
  while (r->at < r->length)
    {
      char c = r->text[r->at];
      if (c == '"' || c == '\'')
        {
          if (!skip_string (r))
            return false;
          continue;
        }
      if (is_word_character (c))
        {
          if (isdigit ((unsigned char) c) && !r->language->is_fortran)
            skip_number (r);
          else
            read_word (r);
          continue;
        }
      inside->end = r->at++;
      if (strchr ("([{", c))
        depth++;
      else if (strchr (")]}", c) && --depth == 0)
        return c == ')';
    }
  return false;
}

/* Words in the names of directives. INNER: what a `loop` inside the construct binds to; UNBOUND: the word does not
 * decide. */
static const struct
{
  const char *name;
  rp_rewrite_binding inner;
} names[] = {
  { "end", RP_REWRITE_UNBOUND },     { "parallel", RP_REWRITE_PARALLEL },
  { "teams", RP_REWRITE_TEAMS },     { "target", RP_REWRITE_UNBOUND },
  { "for", RP_REWRITE_THREAD },      { "do", RP_REWRITE_THREAD },
  { "simd", RP_REWRITE_THREAD },     { "distribute", RP_REWRITE_THREAD },
  { "loop", RP_REWRITE_THREAD },     { "taskloop", RP_REWRITE_THREAD },
  { "sections", RP_REWRITE_THREAD }, { "single", RP_REWRITE_THREAD },
  { "task", RP_REWRITE_THREAD },     { "masked", RP_REWRITE_UNBOUND },
  { "master", RP_REWRITE_UNBOUND },  { "atomic", RP_REWRITE_UNBOUND },
  { "scope", RP_REWRITE_UNBOUND },
};

/* Reads and returns the longest of NAMES that stands at r->at; empty if there is none. Stores its binding in *INNER. In
 * Fortran a name may be the beginning of a word, as in PARALLELDO. */
static span
read_name (reader *r, rp_rewrite_binding *inner)
{
  reader ahead = *r;
  span word = read_word (&ahead), best = { r->at, r->at };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      size_t length = strlen (names[i].name);
      bool fits
        = r->language->is_fortran ? length <= word.end - word.at : length == word.end - word.at;
      if (fits && length > best.end - best.at && is_text (r, word.at, names[i].name, length))
        {
          best.end = best.at + length;
          *inner = names[i].inner;
        }
    }
  r->at = best.end;
  return best;
}

static void
read_names (reader *r, directive *d)
{
  for (;;)
    {
      skip_blanks (r);
      rp_rewrite_binding inner = RP_REWRITE_UNBOUND;
      span name = read_name (r, &inner);
      if (name.at == name.end)
        return;
      if (inner != RP_REWRITE_UNBOUND)
        d->inner = inner;
      d->is_end |= is_word (r, name, "end");
      d->is_worksharing |= is_word (r, name, r->language->loop_name);
      d->is_parallel |= inner == RP_REWRITE_PARALLEL;
      d->is_teams |= inner == RP_REWRITE_TEAMS;
      d->is_distribute |= is_word (r, name, "distribute");
      d->is_simd |= is_word (r, name, "simd");
      d->is_single |= is_word (r, name, "single");
      d->is_atomic |= is_word (r, name, "atomic");
      d->is_scope |= is_word (r, name, "scope");
      if (is_word (r, name, "loop"))
        {
          d->is_loop = true;
          d->loop = name;
        }
    }
}

static span
first_word (const reader *r, span inside)
{
  reader part = *r;
  part.at = inside.at;
  part.length = inside.end;
  skip_blanks (&part);
  return read_word (&part);
}

static const char *const copies[] = { "private", "firstprivate", "lastprivate", "reduction" };
static const char *const not_updates[] = { "read", "write", "capture", "compare" };

static void
read_clause (reader *r, directive *d, span name)
{
  skip_blanks (r);
  d->is_ordered |= is_word (r, name, "ordered");
  d->is_nowait |= is_word (r, name, "nowait");
  d->has_reduction |= is_word (r, name, "reduction");
  for (size_t i = 0; i < sizeof not_updates / sizeof *not_updates; i++)
    d->gives_value |= is_word (r, name, not_updates[i]);
  for (size_t i = 0; i < sizeof copies / sizeof *copies; i++)
    d->has_copies |= is_word (r, name, copies[i]);
  if (r->at == r->length || r->text[r->at] != '(')
    return;
  span inside = { 0 };
  if (!read_parentheses (r, &inside))
    {
      r->at = r->length + 1;
      return;
    }
  d->is_collapsed |= is_word (r, name, "collapse");
  d->has_lastprivate |= is_word (r, name, "lastprivate");
  d->has_linear |= is_word (r, name, "linear");
  if (is_word (r, name, "schedule") && !d->schedule.at)
    d->schedule = inside;
  else if (is_word (r, name, "order"))
    {
      d->order = (span) { name.at, r->at };
      d->is_reproducible = is_word (r, first_word (r, inside), "reproducible");
    }
  else if (is_word (r, name, "reduction"))
    d->is_inscan |= is_word (r, first_word (r, inside), "inscan");
  else if (is_word (r, name, "bind"))
    {
      d->bind = (span) { name.at, r->at };
      d->bind_kind = first_word (r, inside);
    }
}

/* Reads a directive into *D. Returns false if it is not understood. */
static bool
read_directive (reader *r, directive *d)
{
  *d = (directive) { 0 };
  read_names (r, d);
  while (r->at < r->length)
    {
      skip_blanks (r);
      if (r->at == r->length)
        break;
      if (r->text[r->at] == ',')
        {
          r->at++;
          continue;
        }
      span name = read_word (r);
      if (name.at == name.end)
        return false;
      read_clause (r, d, name);
    }
  return r->at == r->length;
}

/* Adds an edit. Edits are kept in the order of the text; of two at the same place, the one that was added
 * later comes second. */
static void
add_edit (rp_rewrite_edits *edits, size_t at, size_t length, const char *text)
{
  rp_rewrite_edit edit = { .at = at, .length = length };
  snprintf (edit.text, sizeof edit.text, "%s", text);
  RP_VEC_PUSH (edits, edit);
  for (size_t i = edits->count - 1; i && edits->items[i - 1].at > at; i--)
    {
      edits->items[i] = edits->items[i - 1];
      edits->items[i - 1] = edit;
    }
}

/* Adds an edit that removes the clause and a comma beside it. */
static void
drop_clause (const reader *r, rp_rewrite_edits *edits, span clause)
{
  size_t at = clause.at, end = clause.end;
  while (end < r->length && isspace ((unsigned char) r->text[end]))
    end++;
  if (end < r->length && r->text[end] == ',')
    end++;
  else
    {
      end = clause.end;
      while (at > 0 && isspace ((unsigned char) r->text[at - 1]))
        at--;
      at = at > 0 && r->text[at - 1] == ',' ? at - 1 : clause.at;
    }
  add_edit (edits, at, end - at, "");
}

/* Adds an edit that replaces the text AT by BEFORE, the mark with FLAGS, and AFTER. */
static void
add_mark (const reader *r, rp_rewrite_edits *edits, span at, const char *before, uint64_t flags,
          const char *after)
{
  char number[32], text[64];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  snprintf (number, sizeof number, r->language->number, (uint64_t) RP_SCHEDULE_MARK + flags);
#pragma GCC diagnostic pop
  snprintf (text, sizeof text, "%s%s%s", before, number, after);
  add_edit (edits, at.at, at.end - at.at, text);
}

/* Returns the flags of the mark for the schedule kind KIND; 0 for static. */
static uint64_t
kind_flags (const reader *r, span kind)
{
  return is_word (r, kind, "auto")      ? RP_SCHEDULE_MARK_UNSAID
         : is_word (r, kind, "dynamic") ? RP_SCHEDULE_MARK_DYNAMIC
         : is_word (r, kind, "guided")  ? RP_SCHEDULE_MARK_GUIDED
         : is_word (r, kind, "runtime") ? RP_SCHEDULE_MARK_RUNTIME
                                        : 0;
}

/* Reads `[modifier [, modifier] :]` and returns the kind behind it; empty if it is not understood. Stores in *IS_SIMD
 * whether the modifier simd is there. */
static span
schedule_kind (reader *r, span inside, bool *is_simd)
{
  *is_simd = false;
  r->at = inside.at;
  skip_blanks (r);
  span word = read_word (r);
  while (is_word (r, word, "monotonic") || is_word (r, word, "nonmonotonic")
         || is_word (r, word, "simd"))
    {
      *is_simd |= is_word (r, word, "simd");
      skip_blanks (r);
      if (r->text[r->at] != ',' && r->text[r->at] != ':')
        return (span) { 0 };
      r->at++;
      skip_blanks (r);
      word = read_word (r);
    }
  skip_blanks (r);
  return word;
}

/* Edits INSIDE, the schedule `[modifier [, modifier] :] kind [, chunk]`. For the kinds dynamic, guided and runtime gcc
 * asks the library for iterations anyway: they are edited only if the library must know some of FLAGS. */
static void
edit_schedule (reader *r, span inside, uint64_t flags, rp_rewrite_edits *edits)
{
  r->at = inside.at;
  skip_blanks (r);
  size_t begin = r->at;
  bool has_simd_chunks;
  span word = schedule_kind (r, inside, &has_simd_chunks);
  bool is_runtime = is_word (r, word, "runtime");
  bool calls_anyway = is_word (r, word, "dynamic") || is_word (r, word, "guided") || is_runtime;
  bool may_matter = flags & (RP_SCHEDULE_MARK_CONCURRENT | RP_SCHEDULE_MARK_COPIES)
                    || (is_runtime && flags & RP_SCHEDULE_MARK_SIMD);
  if (!is_word (r, word, "auto") && !is_word (r, word, "static") && !(calls_anyway && may_matter))
    return;
  bool has_chunk = r->text[r->at] == ',';
  if (!has_chunk && r->at != inside.end)
    return;
  if (flags & RP_SCHEDULE_MARK_SIMD && has_simd_chunks && (has_chunk || is_runtime))
    flags |= RP_SCHEDULE_MARK_SIMD_CHUNKS;
  add_mark (r, edits, (span) { begin, word.end }, "dynamic, ", flags | kind_flags (r, word), "");
  if (has_chunk)
    {
      add_edit (edits, r->at, 1, " + (");
      add_edit (edits, inside.end, 0, ")");
    }
}

static rp_rewrite_binding
binding_of (const reader *r, const directive *d, rp_rewrite_binding outer)
{
  if (d->is_parallel)
    return RP_REWRITE_PARALLEL;
  if (d->is_teams)
    return RP_REWRITE_TEAMS;
  if (d->bind.at == d->bind.end)
    return outer;
  return is_word (r, d->bind_kind, "parallel") ? RP_REWRITE_PARALLEL
         : is_word (r, d->bind_kind, "teams")  ? RP_REWRITE_TEAMS
                                               : RP_REWRITE_THREAD;
}

static bool
names_variable (const reader *r, const rp_rewrite_context *context)
{
  size_t length = context->variable_length;
  for (size_t at = 0; at + length <= r->length; at++)
    if (is_text (r, at, context->variable, length)
        && (!at || !is_word_character (r->text[at - 1]))
        && (at + length == r->length || !is_word_character (r->text[at + length])))
      return true;
  return false;
}

/* Adds a lastprivate clause for the loop's variable, if no clause names the variable. The clause is needed where a
 * `loop` construct becomes `for`: the variable is lastprivate in a `loop`, but private in a `for` [OpenMP 5.2,
 * 5.1.1]. */
static void
add_lastprivate (const reader *r, const rp_rewrite_context *context, rp_rewrite_edits *edits)
{
  char text[sizeof edits->items->text];
  if (!context->variable || names_variable (r, context))
    return;
  int length = snprintf (text, sizeof text, " lastprivate(%.*s)", (int) context->variable_length,
                         context->variable);
  if ((size_t) length < sizeof text)
    add_edit (edits, r->length, 0, text);
}

/* Returns whether a `loop` construct stays as it is. Otherwise it becomes `for` or `distribute parallel for`, with a
 * lastprivate clause for its variable. gcc refuses that clause if the variable is private around the construct (its
 * value behind the construct is not specified then), or local around a `distribute parallel for`. If the value is
 * needed and the clause cannot be added, the construct stays `loop`. */
static bool
stays_loop (const reader *r, const directive *d, const rp_rewrite_context *context)
{
  bool is_combined = d->is_parallel || d->is_teams;
  bool needs_last = context->can_tell && context->variable && !names_variable (r, context);
  if (binding_of (r, d, context->outer) == RP_REWRITE_TEAMS && !is_combined)
    return d->has_lastprivate || needs_last;
  bool is_clear = context->is_variable_outer || context->is_variable_private;
  return needs_last && (d->is_collapsed || (!is_combined && !is_clear));
}

/* Replaces a `loop` construct that binds to teams or to a parallel region by the construct that gcc would make of
 * it, and adds a schedule. stays_loop names constructs that are not replaced. */
static void
edit_loop (const reader *r, const directive *d, const rp_rewrite_context *context, rp_rewrite_edits *edits)
{
  rp_rewrite_binding binding = binding_of (r, d, context->outer);
  if (binding != RP_REWRITE_PARALLEL && binding != RP_REWRITE_TEAMS)
    return;
  if (r->language->is_fortran && !d->is_parallel && !d->is_teams)
    return; /* Fortran's end directive would not show to which construct it belongs */
  if (stays_loop (r, d, context))
    return;
  const char *loop = r->language->loop_name;
  if (binding == RP_REWRITE_TEAMS)
    add_edit (edits, d->loop.at, 0, "distribute parallel ");
  add_edit (edits, d->loop.at, d->loop.end - d->loop.at, loop);
  if (d->bind.at != d->bind.end)
    drop_clause (r, edits, d->bind);
  if (d->order.at != d->order.end)
    drop_clause (r, edits, d->order);
  if (!d->is_end && !d->is_collapsed && (d->is_parallel || d->is_teams || context->is_variable_outer))
    add_lastprivate (r, context, edits);
  if (!d->is_end)
    add_mark (r, edits, (span) { r->length, r->length }, " schedule(dynamic, ",
              RP_SCHEDULE_MARK_UNSAID | RP_SCHEDULE_MARK_CONCURRENT | (context->counts_down ? RP_SCHEDULE_MARK_DOWN : 0),
              ")");
}

/* Returns whether the loop copies values out of its last iteration (lastprivate, linear), and the library might let
 * a thread execute that iteration before other iterations of the same thread. The library might do so where a
 * thread takes a piece of another thread (takes_another in inside/openmp/share.c): with schedule(dynamic), and with
 * schedule(runtime), which may mean dynamic. */
static bool
copies_from_any (reader *r, const directive *d)
{
  bool is_simd;
  if (!d->schedule.at || (!d->has_lastprivate && !d->has_linear))
    return false;
  span kind = schedule_kind (r, d->schedule, &is_simd);
  return is_word (r, kind, "dynamic") || is_word (r, kind, "runtime");
}

static void
edit_worksharing (reader *r, const directive *d, bool counts_down, rp_rewrite_edits *edits)
{
  uint64_t flags = (counts_down ? RP_SCHEDULE_MARK_DOWN : 0) | (d->is_simd ? RP_SCHEDULE_MARK_SIMD : 0)
                   | (copies_from_any (r, d) ? RP_SCHEDULE_MARK_COPIES : 0);
  span end = { r->length, r->length };
  if (d->order.at != d->order.end)
    {
      flags |= RP_SCHEDULE_MARK_CONCURRENT | (d->is_reproducible ? RP_SCHEDULE_MARK_REPRODUCIBLE : 0);
      drop_clause (r, edits, d->order);
    }
  if (d->schedule.at)
    edit_schedule (r, d->schedule, flags, edits);
  else
    add_mark (r, edits, end, " schedule(dynamic, ", RP_SCHEDULE_MARK_UNSAID | flags, ")");
}

/* If the loop needs RP_SCHEDULE_MARK_COPIES (copies_from_any), adds the mark to its schedule clause and returns
 * true; otherwise returns false. */
static bool
edit_copies (reader *r, const directive *d, rp_rewrite_edits *edits)
{
  bool are_there = d->is_worksharing && copies_from_any (r, d);
  if (are_there)
    edit_schedule (r, d->schedule, RP_SCHEDULE_MARK_COPIES, edits);
  return are_there;
}

/* Edits a loop with `ordered`: gcc asks the library for its iterations in any case, so only marks are added. */
static void
edit_ordered (reader *r, const directive *d, rp_rewrite_edits *edits)
{
  span end = { r->length, r->length };
  bool has_simd_chunks;
  if (!d->is_worksharing)
    return;
  if (!d->schedule.at)
    {
      add_mark (r, edits, end, " schedule(static, ", RP_SCHEDULE_MARK_UNSAID, ")");
      return;
    }
  if (edit_copies (r, d, edits))
    return;
  span kind = schedule_kind (r, d->schedule, &has_simd_chunks);
  if (d->is_simd && is_word (r, kind, "static") && r->at == d->schedule.end)
    add_mark (r, edits, kind, "static, ", RP_SCHEDULE_MARK_SIMD, "");
}

void
rp_rewrite_directive (const char *text, size_t length, const rp_rewrite_language *language,
                      const rp_rewrite_context *context, rp_rewrite_edits *edits)
{
  reader r = { .text = text, .length = length, .language = language };
  directive d;
  while (r.length && isspace ((unsigned char) text[r.length - 1]))
    r.length--;
  if (!read_directive (&r, &d) || d.is_inscan)
    return;
  if (d.is_collapsed && context->leaves_collapsed)
    edit_copies (&r, &d, edits);
  else if (d.is_loop)
    edit_loop (&r, &d, context, edits);
  else if (d.is_end)
    return;
  else if (d.is_ordered)
    edit_ordered (&r, &d, edits);
  else if (d.is_worksharing)
    edit_worksharing (&r, &d, context->counts_down, edits);
}

bool
rp_rewrite_is_single_nowait (const char *text, size_t length, const rp_rewrite_language *language)
{
  reader r = { .text = text, .length = length, .language = language };
  directive d;
  return read_directive (&r, &d) && d.is_single && d.is_nowait;
}

bool
rp_rewrite_is_update (const char *text, size_t length, const rp_rewrite_language *language)
{
  reader r = { .text = text, .length = length, .language = language };
  directive d;
  return read_directive (&r, &d) && d.is_atomic && !d.is_end && !d.gives_value;
}

bool
rp_rewrite_is_scope (const char *text, size_t length, const rp_rewrite_language *language,
                     bool *is_end)
{
  reader r = { .text = text, .length = length, .language = language };
  directive d;
  bool is_understood = read_directive (&r, &d);
  *is_end = d.is_end;
  return is_understood && d.is_scope && (d.is_end || d.has_reduction);
}

bool
rp_rewrite_is_hidden (const char *text, size_t length, const rp_rewrite_language *language,
                      const rp_rewrite_context *context)
{
  reader r = { .text = text, .length = length, .language = language };
  directive d;
  if (!read_directive (&r, &d) || d.is_end)
    return false;
  if (d.is_loop && language->is_fortran)
    return !d.is_parallel && !d.is_teams && !is_word (&r, d.bind_kind, "thread");
  if (d.is_loop)
    {
      rp_rewrite_binding binding = binding_of (&r, &d, context->outer);
      return (binding == RP_REWRITE_PARALLEL || binding == RP_REWRITE_TEAMS) && stays_loop (&r, &d, context);
    }
  return d.is_worksharing && !d.is_ordered && !d.schedule.at
         && (d.is_inscan || (d.is_collapsed && context->leaves_collapsed));
}

bool
rp_rewrite_is_distribute (const char *text, size_t length, const rp_rewrite_language *language)
{
  reader r = { .text = text, .length = length, .language = language };
  directive d;
  return read_directive (&r, &d) && d.is_distribute && (d.is_simd || d.is_collapsed) && !d.is_end && !d.has_copies;
}

/* Returns the number in INSIDE, the text between parentheses; 1 if there is none. */
static unsigned
depth_of (const reader *r, span inside)
{
  unsigned depth = 0;
  reader part = *r;
  part.at = inside.at;
  skip_blanks (&part);
  for (; part.at < inside.end && isdigit ((unsigned char) r->text[part.at]) && depth < 100;
       part.at++)
    depth = 10 * depth + (unsigned) (r->text[part.at] - '0');
  return depth ? depth : 1;
}

/* Sets simd->is_loop and simd->is_composite from the name of a directive. */
static void
read_simd_names (reader *r, rp_rewrite_simd *simd)
{
  bool is_composite = false;
  for (;;)
    {
      rp_rewrite_binding inner;
      skip_blanks (r);
      span name = read_name (r, &inner);
      if (name.at == name.end)
        break;
      simd->is_loop |= is_word (r, name, "simd");
      is_composite |= !is_word (r, name, "simd") && !is_word (r, name, "distribute");
    }
  simd->is_composite = simd->is_loop && is_composite;
}

static bool
is_ordered_simd (reader *r)
{
  if (!is_word (r, read_word (r), "ordered"))
    return false;
  for (;;)
    {
      skip_blanks (r);
      span word = read_word (r);
      if (word.at == word.end)
        return false;
      if (is_word (r, word, "simd"))
        return true;
    }
}

/* Returns the condition in INSIDE, `[directive :] condition`, the text of an if clause; empty if the clause is for
 * another construct than simd. */
static span
condition_in (const reader *r, span inside)
{
  reader part = *r;
  part.at = inside.at;
  part.length = inside.end;
  skip_blanks (&part);
  span word = read_word (&part);
  while (word.at < word.end)
    {
      span last = word;
      skip_blanks (&part);
      if (part.at < part.length && part.text[part.at] == ':'
          && (part.at + 1 == part.length || part.text[part.at + 1] != ':'))
        return is_word (r, last, "simd") ? (span) { part.at + 1, inside.end } : (span) { 0 };
      word = read_word (&part);
    }
  return inside;
}

/* Returns whether INSIDE is a number of more than four digits. Such a number is larger than the number of
 * iterations that the library compares (RP_SIMD_MAX_ITERATIONS in inside/engine/simd.h), so as a safelen it is no
 * limit. */
static bool
is_long_number (const reader *r, span inside)
{
  for (size_t at = inside.at; at < inside.end; at++)
    if (!isdigit ((unsigned char) r->text[at]))
      return false;
  return inside.end - inside.at > 4;
}

static void
read_simd_clause (const reader *r, span name, span inside, rp_rewrite_simd *simd)
{
  if (is_word (r, name, "collapse"))
    simd->depth = depth_of (r, inside);
  else if (is_word (r, name, "reduction"))
    simd->is_inscan |= is_word (r, first_word (r, inside), "inscan");
  else if (is_word (r, name, "safelen") && !is_long_number (r, inside))
    {
      simd->safelen = r->text + inside.at;
      simd->safelen_length = inside.end - inside.at;
    }
  else if (is_word (r, name, "if"))
    {
      span condition = condition_in (r, inside);
      simd->condition = condition.end ? r->text + condition.at : NULL;
      simd->condition_length = condition.end - condition.at;
    }
}

rp_rewrite_simd
rp_rewrite_simd_of (const char *text, size_t length, const rp_rewrite_language *language)
{
  reader r = { .text = text, .length = length, .language = language }, ahead;
  rp_rewrite_simd simd = { .depth = 1, .safelen = "0", .safelen_length = 1 };
  skip_blanks (&r);
  ahead = r;
  simd.is_ordered = is_ordered_simd (&ahead);
  read_simd_names (&r, &simd);
  while (simd.is_loop && r.at < r.length)
    {
      skip_blanks (&r);
      span name = read_word (&r), inside = { 0 };
      skip_blanks (&r);
      if (r.at < r.length && r.text[r.at] == '(')
        {
          if (!read_parentheses (&r, &inside))
            return (rp_rewrite_simd) { 0 };
        }
      else if (name.at == name.end)
        r.at++;
      read_simd_clause (&r, name, inside, &simd);
    }
  return simd;
}

rp_rewrite_binding
rp_rewrite_region (const char *text, size_t length, const rp_rewrite_language *language)
{
  reader r = { .text = text, .length = length, .language = language };
  directive d = { 0 };
  read_names (&r, &d);
  return d.inner;
}
