/* Hints for races in which at least one side is in a critical or atomic construct, or holds a lock, and the two sides
 * do not exclude each other. One side is put into the section of the other side, too, and stays in its own, so that no
 * exclusion is lost. But two critical constructs with different names get the same name instead. */
#include "advice/case.h"
#include "advice/update.h"

#include <ctype.h>
#include <string.h>

/* Returns the only section around ACCESS, if it is of KIND; else NULL. */
static const rp_section_ref *
only_section (const rp_access_ref *access, rp_section_kind kind)
{
  return access->section_count == 1 && access->sections->kind == kind ? access->sections : NULL;
}

static bool
is_identifier (const char *name)
{
  if (!*name)
    return false;
  while (isalnum ((unsigned char) *name) || *name == '_')
    name++;
  return !*name;
}

/* Returns the section around ACCESS if it is the only one and a critical section; else NULL. Sections that compilers
 * make for reductions do not count: they have names like `.reduction`, which are no identifiers of C. */
static const rp_section_ref *
critical_of (const rp_access_ref *access)
{
  const rp_section_ref *section = only_section (access, RP_SECTION_CRITICAL);
  return section && (!section->name || is_identifier (section->name)) ? section : NULL;
}

static const rp_section_ref *
lock_of (const rp_access_ref *access)
{
  const rp_section_ref *section = only_section (access, RP_SECTION_LOCK);
  return section && section->name && is_identifier (section->name) ? section : NULL;
}

static const char *
critical_text (const rp_case *at, const rp_section_ref *section)
{
  return section->name ? rp_arena_format (&at->report->arena, "critical (%s)", section->name)
                       : "critical";
}

/* Returns the statement of ACCESS, if it can become the body of a section: an expression without calls that could
 * enter a section. */
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

/* Returns whether the program has an atomic directive before the statement of HOLDER, an access in an atomic
 * section. gcc makes the last step of a reduction atomic without such a directive. */
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
add_critical (rp_case *at, const rp_section_ref *section, const rp_access_ref *access)
{
  uint32_t number = simple_statement (at, access);
  if (number == RP_NO_STATEMENT)
    return;
  uint32_t parent = at->code->statements.items[number].parent;
  /* nothing may stand between an atomic directive and its statement */
  if (parent != RP_NO_STATEMENT
      && at->code->statements.items[parent].kind == RP_STATEMENT_DIRECTIVE)
    return;
  const char *text = critical_text (at, section);
  rp_case_insert_before (at, number, rp_arena_format (&at->report->arena, "#pragma omp %s", text));
  rp_case_end_fix (at, rp_arena_format (&at->report->arena, "put %s into `%s` as well",
                                        rp_case_where (at, number), text));
}

/* Returns whether DIRECTIVE is a critical construct with the name of SECTION. */
static bool
is_named (const rp_code *code, uint32_t directive, const rp_section_ref *section)
{
  const rp_statement *at = &code->statements.items[directive];
  if (at->kind != RP_STATEMENT_DIRECTIVE || !rp_code_is (code, at->head, "critical"))
    return false;
  bool has_name = rp_code_is (code, at->head + 1, "(") && at->head + 1 <= at->head_last;
  if (!section->name || !has_name)
    return !section->name && !has_name;
  size_t length;
  const char *name = rp_code_text (code, at->head + 2, at->head + 2, &length);
  return strlen (section->name) == length && !strncmp (section->name, name, length);
}

/* Returns whether no other section is entered inside DIRECTIVE, as far as the text shows. */
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

/* Gives all critical constructs with the name OLD the name of NEW. Adds no fix if a construct with one of the two
 * names may contain another section. */
static void
rename_critical (rp_case *at, const rp_section_ref *old, const rp_section_ref *new)
{
  const rp_code *code = at->code;
  rp_arena *arena = &at->report->arena;
  const char *name = new->name ? rp_arena_format (arena, "(%s)", new->name) : "";
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
      if (old->name)
        rp_case_replace (at, head + 1, head + 3, name);
      else
        rp_case_replace (at, head, head, rp_arena_format (arena, "critical %s", name));
    }
  if (changed)
    rp_case_end_fix (at,
                     rp_arena_format (arena,
                                      "`%s` and `%s` do not exclude each other: give them one name",
                                      critical_text (at, new), critical_text (at, old)));
}

/* ---- locks ---- */

static const char *const lock_calls[][2] = { { "omp_set_lock", "omp_unset_lock" },
                                             { "omp_set_nest_lock", "omp_unset_nest_lock" },
                                             { "pthread_mutex_lock", "pthread_mutex_unlock" } };

enum
{
  LOCK_CALLS = sizeof lock_calls / sizeof *lock_calls
};

/* If a function of lock_calls is called at TOKEN, returns its row; else -1. SIDE is the column: 0 for functions that
 * take a lock, 1 for those that release it. */
static int
lock_call (const rp_code *code, uint32_t token, int side)
{
  for (int i = 0; i < LOCK_CALLS; i++)
    if (rp_code_is (code, token, lock_calls[i][side]) && rp_code_is (code, token + 1, "("))
      return i;
  return -1;
}

/* Whether, in the order of the text, a lock is taken while another lock is held, or released while none is. */
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

/* Finds the call that takes LOCK in the function BODY, if its argument has the form `(&name)`. Returns the token
 * of the name, or 0. *CALLS becomes the row of lock_calls. */
static uint32_t
find_lock (const rp_code *code, uint32_t body, const char *lock, int *calls)
{
  const rp_statement *all = &code->statements.items[body];
  size_t length = strlen (lock);
  for (uint32_t i = all->first; i < all->last; i++)
    {
      uint32_t name = i + 3;
      *calls = lock_call (code, i, 0);
      if (*calls < 0 || !rp_code_is (code, i + 2, "&") || !rp_code_is (code, name + 1, ")"))
        continue;
      const rp_code_token *token = &code->tokens.items[name];
      if (token->end - token->begin == length
          && !memcmp (code->source->text + token->begin, lock, length))
        return name;
    }
  return 0;
}

/* Returns whether the function BODY declares the lock whose name is the token NAME. */
static bool
is_declared_in (const rp_code *code, uint32_t body, uint32_t name)
{
  const rp_statement *all = &code->statements.items[body];
  for (uint32_t i = all->first + 1; i < all->last; i++)
    if (rp_code_same (code, i, name) && code->tokens.items[i - 1].kind == RP_TOKEN_NAME)
      return true;
  return false;
}

/* Puts the statement of ACCESS between calls that take and release LOCK, which is held at the access HOLDER. */
static void
add_lock (rp_case *at, const char *lock, const rp_access_ref *holder, const rp_access_ref *access)
{
  const rp_code *code = at->code;
  uint32_t number = simple_statement (at, access), held = rp_case_statement (at, holder);
  int calls;
  if (number == RP_NO_STATEMENT || held == RP_NO_STATEMENT || has_nested_locks (code))
    return;
  uint32_t own = rp_code_body (code, number), theirs = rp_code_body (code, held);
  uint32_t name = find_lock (code, theirs, lock, &calls);
  if (!name || (own != theirs && is_declared_in (code, theirs, name)))
    return;
  rp_arena *arena = &at->report->arena;
  uint32_t parent = code->statements.items[number].parent;
  bool is_in_block = code->statements.items[parent].kind == RP_STATEMENT_BLOCK;
  rp_case_insert_before (at, number,
                         rp_arena_format (arena, "%s%s (&%s);", is_in_block ? "" : "{ ",
                                          lock_calls[calls][0], lock));
  rp_case_insert_after (at, number,
                        rp_arena_format (arena, "%s (&%s);%s", lock_calls[calls][1], lock,
                                         is_in_block ? "" : " }"));
  rp_case_end_fix (at,
                   rp_arena_format (arena, "hold lock `%s` on line %u as well", lock, access->at.line));
}

/* ---- the whole ---- */

/* ACCESS is in no section, or in another one than HOLDER. Puts ACCESS into the section of HOLDER, too. */
static void
extend (rp_case *at, const rp_access_ref *holder, const rp_access_ref *access)
{
  if (only_section (holder, RP_SECTION_ATOMIC))
    add_atomic (at, holder, access);
  else if (critical_of (holder))
    add_critical (at, critical_of (holder), access);
  else if (lock_of (holder))
    add_lock (at, lock_of (holder)->name, holder, access);
}

static bool
are_same (const rp_access_ref *a, const rp_access_ref *b)
{
  if (a->section_count != b->section_count)
    return false;
  for (uint32_t i = 0; i < a->section_count; i++)
    {
      const rp_section_ref *x = &a->sections[i], *y = &b->sections[i];
      if (x->kind != y->kind || strcmp (x->name ? x->name : "", y->name ? y->name : ""))
        return false;
    }
  return true;
}

void
rp_advise_sections (rp_case *at)
{
  const rp_access_ref *earlier = at->earlier, *later = at->later;
  /* both sides are in the same section, and still race: they are in two teams, or two locks have one name */
  if (are_same (earlier, later))
    return;
  if (critical_of (earlier) && critical_of (later))
    rename_critical (at, critical_of (later), critical_of (earlier));
  else if (!earlier->section_count || only_section (later, RP_SECTION_ATOMIC))
    extend (at, later, earlier);
  else if (!later->section_count || only_section (earlier, RP_SECTION_ATOMIC)
           || critical_of (earlier) || !critical_of (later))
    extend (at, earlier, later);
  else
    extend (at, later, earlier);
}
