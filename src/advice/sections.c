/* Sections of code that exclude each other, but not those that matter: critical and atomic
 * constructs, locks. One side gets what the other has, in addition to what it has itself, so that
 * nothing is lost; only critical constructs of two names get one name. */
#include "advice/case.h"
#include "advice/update.h"

#include <ctype.h>
#include <string.h>

static bool
is_atomic (const char *section)
{
  return section && !strcmp (section, "an atomic construct");
}

/* "critical" or "critical (name)", and no other beside it. The compilers' own, `.reduction`, have
 * no name of C. */
static bool
is_critical (const char *section)
{
  if (!section || strncmp (section, "critical", 8) || strstr (section, " and "))
    return false;
  if (!section[8])
    return true;
  const char *c = section + 10;
  if (strncmp (section + 8, " (", 2))
    return false;
  while (isalnum ((unsigned char) *c) || *c == '_')
    c++;
  return c > section + 10 && !strcmp (c, ")");
}

/* "lock `name`" */
static bool
is_lock (const char *section)
{
  if (!section || strncmp (section, "lock `", 6))
    return false;
  const char *c = section + 6;
  while (isalnum ((unsigned char) *c) || *c == '_')
    c++;
  return c > section + 6 && !strcmp (c, "`");
}

/* The statement of ACCESS if it may be put into a section as it is: an expression that calls
 * nothing which could enter one, too. */
static uint32_t
simple_statement (const rp_case *at, const rp_access_ref *access)
{
  uint32_t number = rp_case_statement (at, access);
  if (number == RP_NO_STATEMENT || !rp_case_is_expression (at, number))
    return RP_NO_STATEMENT;
  const rp_statement *statement = &at->code->statements.items[number];
  return rp_update_calls_known (at->code, statement->first, statement->last) ? number
                                                                             : RP_NO_STATEMENT;
}

/* ---- atomic ---- */

/* HOLDER's statement stands after an atomic directive. gcc makes the last step of a reduction
 * atomic, too: that is none of the program's. */
static bool
has_directive (const rp_case *at, const rp_access_ref *holder)
{
  uint32_t directive = rp_code_directive_at (at->code, holder->at.line);
  uint32_t held = rp_case_statement (at, holder);
  if (directive == RP_NO_STATEMENT && held != RP_NO_STATEMENT)
    directive = at->code->statements.items[held].parent;
  return directive != RP_NO_STATEMENT
         && at->code->statements.items[directive].kind == RP_STATEMENT_DIRECTIVE
         && rp_code_clause (at->code, directive, "atomic");
}

static void
add_atomic (rp_case *at, const rp_access_ref *holder, const rp_access_ref *access)
{
  uint32_t number = simple_statement (at, access);
  if (number == RP_NO_STATEMENT || !at->base || access->size > sizeof (void *)
      || !has_directive (at, holder))
    return;
  rp_access_form form = rp_update_form (at->code, number, at->base);
  const char *directive = form == RP_FORM_READ     ? "#pragma omp atomic read"
                          : form == RP_FORM_WRITE  ? "#pragma omp atomic write"
                          : form == RP_FORM_UPDATE ? "#pragma omp atomic"
                                                   : NULL;
  if (!directive)
    return;
  rp_case_insert_before (at, number, directive);
  rp_case_end_fix (at, rp_arena_format (&at->report->arena,
                                        "make the access on line %u atomic as well: `%s` before %s",
                                        access->at.line, directive, rp_case_where (at, number)));
}

/* ---- critical ---- */

static void
add_critical (rp_case *at, const char *section, const rp_access_ref *access)
{
  uint32_t number = simple_statement (at, access);
  if (number == RP_NO_STATEMENT)
    return;
  uint32_t parent = at->code->statements.items[number].parent;
  /* nothing may stand between an atomic directive and its statement */
  if (parent != RP_NO_STATEMENT
      && at->code->statements.items[parent].kind == RP_STATEMENT_DIRECTIVE)
    return;
  rp_case_insert_before (at, number,
                         rp_arena_format (&at->report->arena, "#pragma omp %s", section));
  rp_case_end_fix (at, rp_arena_format (&at->report->arena, "put %s into `%s` as well",
                                        rp_case_where (at, number), section));
}

/* DIRECTIVE is a critical construct with the name of SECTION. */
static bool
is_named (const rp_code *code, uint32_t directive, const char *section)
{
  const rp_statement *at = &code->statements.items[directive];
  if (at->kind != RP_STATEMENT_DIRECTIVE || !rp_code_is (code, at->head, "critical"))
    return false;
  bool has_name = rp_code_is (code, at->head + 1, "(") && at->head + 1 <= at->head_last;
  if (!section[8] || !has_name)
    return !section[8] && !has_name;
  size_t length;
  const char *name = rp_code_text (code, at->head + 2, at->head + 2, &length);
  return strlen (section) == length + 11 && !strncmp (section + 10, name, length);
}

/* Inside of it no other section is entered, as far as can be seen. */
static bool
is_innermost (const rp_code *code, uint32_t directive)
{
  const rp_statement *at = &code->statements.items[directive];
  for (uint32_t i = at->child;
       i < code->statements.count && code->statements.items[i].first <= at->last; i++)
    if (code->statements.items[i].kind == RP_STATEMENT_DIRECTIVE)
      return false;
  return at->child != RP_NO_STATEMENT
         && rp_update_calls_known (code, code->statements.items[at->child].first, at->last);
}

/* All of the name OLD get the name of NEW. */
static void
rename_critical (rp_case *at, const char *old, const char *new)
{
  const rp_code *code = at->code;
  const char *name = new[8] ? new + 9 : "";
  size_t changed = 0;
  for (uint32_t i = 0; i < code->statements.count; i++)
    {
      bool is_old = is_named (code, i, old);
      uint32_t head = code->statements.items[i].head;
      if ((is_old || is_named (code, i, new)) && !is_innermost (code, i))
        {
          rp_case_drop_fix (at);
          return;
        }
      if (!is_old)
        continue;
      changed++;
      if (old[8])
        rp_case_replace (at, head + 1, head + 3, name);
      else
        rp_case_replace (at, head, head, rp_arena_format (&at->report->arena, "critical %s", name));
    }
  if (changed)
    rp_case_end_fix (at,
                     rp_arena_format (&at->report->arena,
                                      "`%s` and `%s` do not exclude each other: give them one name",
                                      new, old));
}

/* ---- locks ---- */

static const char *const lock_calls[][2] = { { "omp_set_lock", "omp_unset_lock" },
                                             { "omp_set_nest_lock", "omp_unset_nest_lock" },
                                             { "pthread_mutex_lock", "pthread_mutex_unlock" } };

enum
{
  LOCK_CALLS = sizeof lock_calls / sizeof *lock_calls
};

/* Which pair of functions the token begins a call of: side 0 takes, 1 gives back; -1: none. */
static int
lock_call (const rp_code *code, uint32_t token, int side)
{
  for (int i = 0; i < LOCK_CALLS; i++)
    if (rp_code_is (code, token, lock_calls[i][side]) && rp_code_is (code, token + 1, "("))
      return i;
  return -1;
}

/* Somewhere a lock is taken while another is held, as the text has it. */
static bool
has_nested_locks (const rp_code *code)
{
  int held = 0;
  for (uint32_t i = 0; i < code->tokens.count; i++)
    {
      held += lock_call (code, i, 0) >= 0;
      held -= lock_call (code, i, 1) >= 0;
      if (held > 1 || held < 0)
        return true;
    }
  return false;
}

/* The argument `(&name)` of the call that takes the lock of SECTION in the function BODY: its first
 * token; 0 if there is none, or it is not that plain. */
static uint32_t
find_lock (const rp_code *code, uint32_t body, const char *section, int *calls)
{
  const rp_statement *all = &code->statements.items[body];
  size_t length = strlen (section + 6) - 1;
  for (uint32_t i = all->first; i < all->last; i++)
    {
      uint32_t name = i + 3;
      *calls = lock_call (code, i, 0);
      if (*calls < 0 || !rp_code_is (code, i + 2, "&") || !rp_code_is (code, name + 1, ")"))
        continue;
      const rp_token *token = &code->tokens.items[name];
      if (token->end - token->begin == length
          && !memcmp (code->source->text + token->begin, section + 6, length))
        return name;
    }
  return 0;
}

/* The lock is a variable of the function itself. */
static bool
is_declared_in (const rp_code *code, uint32_t body, uint32_t name)
{
  const rp_statement *all = &code->statements.items[body];
  for (uint32_t i = all->first + 1; i < all->last; i++)
    if (rp_code_same (code, i, name) && code->tokens.items[i - 1].kind == RP_TOKEN_NAME)
      return true;
  return false;
}

/* ACCESS gets the lock of SECTION, which HOLDER has. */
static void
add_lock (rp_case *at, const char *section, const rp_access_ref *holder,
          const rp_access_ref *access)
{
  const rp_code *code = at->code;
  uint32_t number = simple_statement (at, access), held = rp_case_statement (at, holder);
  int calls;
  if (number == RP_NO_STATEMENT || held == RP_NO_STATEMENT || has_nested_locks (code))
    return;
  uint32_t own = rp_code_body (code, number), theirs = rp_code_body (code, held);
  uint32_t name = find_lock (code, theirs, section, &calls);
  if (!name || (own != theirs && is_declared_in (code, theirs, name)))
    return;
  rp_arena *arena = &at->report->arena;
  size_t length = strlen (section + 6) - 1;
  uint32_t parent = code->statements.items[number].parent;
  bool is_in_block = code->statements.items[parent].kind == RP_STATEMENT_BLOCK;
  rp_case_insert_before (at, number,
                         rp_arena_format (arena, "%s%s (&%.*s);", is_in_block ? "" : "{ ",
                                          lock_calls[calls][0], (int) length, section + 6));
  rp_case_insert_after (at, number,
                        rp_arena_format (arena, "%s (&%.*s);%s", lock_calls[calls][1], (int) length,
                                         section + 6, is_in_block ? "" : " }"));
  rp_case_end_fix (at,
                   rp_arena_format (arena, "hold %s on line %u as well", section, access->at.line));
}

/* ---- the whole ---- */

/* HOLDER is in SECTION; ACCESS, in another or in none, gets it, too. */
static void
extend (rp_case *at, const char *section, const rp_access_ref *holder, const rp_access_ref *access)
{
  if (is_atomic (section))
    add_atomic (at, holder, access);
  else if (is_critical (section))
    add_critical (at, section, access);
  else if (is_lock (section))
    add_lock (at, section, holder, access);
}

void
rp_advise_sections (rp_case *at)
{
  const rp_access_ref *earlier = at->earlier, *later = at->later;
  const char *a = earlier->isolated, *b = later->isolated;
  if (!a || !b)
    {
      extend (at, a ? a : b, a ? earlier : later, a ? later : earlier);
      return;
    }
  /* the same on both sides, and still a race: they are in two teams, or locks of one name */
  if (!strcmp (a, b))
    return;
  if (is_critical (a) && is_critical (b))
    rename_critical (at, b, a);
  else if (is_atomic (a) || is_atomic (b))
    extend (at, is_atomic (a) ? a : b, is_atomic (a) ? earlier : later,
            is_atomic (a) ? later : earlier);
  else if (is_critical (a) || is_critical (b))
    extend (at, is_critical (a) ? a : b, is_critical (a) ? earlier : later,
            is_critical (a) ? later : earlier);
  else
    extend (at, a, earlier, later);
}
