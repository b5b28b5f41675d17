#include "prove/c/reader/pragma.h"

#include <ctype.h>
#include <string.h>

/* How the arguments of a clause are to be read. */
typedef enum reading
{
  VARIABLES,   /* [modifier :] list */
  LINEAR,      /* list [: step] */
  EXPRESSION,  /* [modifier :] expression */
  AFTER_COMMA, /* schedule (kind, expression) */
  PLACES,      /* type : a, b[expression], c[expression : expression] */
  NOTHING
} reading;

static const struct
{
  const char *name;
  reading reading;
} readings[] = { { "private", VARIABLES },      { "firstprivate", VARIABLES },
                 { "lastprivate", VARIABLES },  { "shared", VARIABLES },
                 { "reduction", VARIABLES },    { "copyprivate", VARIABLES },
                 { "copyin", VARIABLES },       { "linear", LINEAR },
                 { "in_reduction", VARIABLES }, { "task_reduction", VARIABLES },
                 { "num_threads", EXPRESSION }, { "if", EXPRESSION },
                 { "final", EXPRESSION },       { "filter", EXPRESSION },
                 { "schedule", AFTER_COMMA },   { "priority", EXPRESSION },
                 { "grainsize", EXPRESSION },   { "num_tasks", EXPRESSION },
                 { "depend", PLACES },          { "map", VARIABLES },
                 { "num_teams", EXPRESSION },   { "thread_limit", EXPRESSION },
                 { "device", EXPRESSION } };

/* The words that names of directives consist of. The first other word begins the clauses; read_name knows the
 * exceptions. */
static const char *const words[]
  = { "parallel",     "for",        "sections",      "section",  "single",        "master",
      "masked",       "critical",   "atomic",        "ordered",  "barrier",       "task",
      "taskwait",     "taskgroup",  "taskloop",      "simd",     "flush",         "target",
      "teams",        "distribute", "loop",          "scope",    "taskyield",     "cancel",
      "cancellation", "point",      "threadprivate", "declare",  "end",           "begin",
      "data",         "enter",      "exit",          "update",   "scan",          "requires",
      "depobj",       "assume",     "assumes",       "nothing",  "error",         "interop",
      "dispatch",     "tile",       "unroll",        "allocate", "metadirective", "variant",
      "mapper" };

static const char *const alone[]
  = { "barrier",       "taskwait", "taskyield", "flush", "cancel",  "cancellation",
      "threadprivate", "declare",  "end",       "begin", "scan",    "requires",
      "depobj",        "assumes",  "nothing",   "error", "interop", "allocate" };

static bool
is_among (const char *const *list, size_t count, const char *word)
{
  for (size_t i = 0; i < count; i++)
    if (!strcmp (list[i], word))
      return true;
  return false;
}
#define IS_AMONG(LIST, WORD) is_among (LIST, sizeof (LIST) / sizeof *(LIST), WORD)

static reading
reading_of (const char *clause)
{
  for (size_t i = 0; i < sizeof readings / sizeof *readings; i++)
    if (!strcmp (readings[i].name, clause))
      return readings[i].reading;
  return NOTHING;
}

static const char *
take_word (rp_arena *arena, const char **p)
{
  const char *begin = *p = rp_c_skip_space (*p);
  while (rp_c_is_letter (**p))
    ++*p;
  return rp_arena_copy (arena, begin, (size_t) (*p - begin));
}

/* Returns the position behind the parenthesis that closes the one at P; END if there is none. */
static const char *
behind_closing (const char *p, const char *end)
{
  int depth = 0;
  for (; p < end; p++)
    {
      if (*p == '(')
        depth++;
      else if (*p == ')' && --depth == 0)
        return p + 1;
    }
  return end;
}

/* Returns the text between the parenthesis at **P and the one that closes it; up to END if no parenthesis does.
 * Moves *P behind the closing one, or to END. */
static const char *
take_parenthesized (rp_arena *arena, const char **p, const char *end)
{
  const char *first = *p + 1, *behind = behind_closing (*p, end);
  const char *last = behind > first && behind[-1] == ')' ? behind - 1 : behind;
  *p = behind;
  return rp_arena_copy (arena, first, (size_t) (last - first));
}

/* Returns the first position of C in TEXT that is outside parentheses, brackets and braces; NULL if there is none. */
static const char *
find_outside (const char *text, char c)
{
  int depth = 0;
  for (const char *p = text; *p; p++)
    {
      if (*p == c && depth == 0)
        return p;
      depth += *p == '(' || *p == '[' || *p == '{';
      depth -= *p == ')' || *p == ']' || *p == '}';
    }
  return NULL;
}

/* Appends the variables of the list P to OUT, and returns their number. The variable of an item b[0:n] is b. */
static uint32_t
add_list (rp_arena *arena, const char *p, rp_strbuf *out)
{
  uint32_t count = 0;
  while (p)
    {
      p = rp_c_skip_space (p);
      const char *word = take_word (arena, &p);
      if (*word)
        {
          rp_strbuf_format (out, ", %s", word);
          count++;
        }
      p = find_outside (p, ',');
      p = p ? p + 1 : NULL;
    }
  return count;
}

/* Appends the variables of TEXT to OUT, and returns their number. The variables of `+ : a, b[0:n]' are a and b. */
static uint32_t
add_variables (rp_arena *arena, const char *text, rp_strbuf *out)
{
  const char *colon = find_outside (text, ':');
  return add_list (arena, colon ? colon + 1 : text, out);
}

/* Appends the variables of TEXT to OUT, and returns their number. The variables of `val (a, b) : step' and of `a, b
 * : step' are a and b. */
static uint32_t
add_linear (rp_arena *arena, const char *text, rp_strbuf *out)
{
  const char *colon = find_outside (text, ':'), *p = text;
  const char *list = rp_arena_copy (arena, text, colon ? (size_t) (colon - text) : strlen (text));
  take_word (arena, &p);
  p = rp_c_skip_space (p);
  if (*p == '(')
    list = take_parenthesized (arena, &p, p + strlen (p));
  return add_list (arena, list, out);
}

bool
rp_c_is_plain_depend (const char *text)
{
  return !strstr (text, "iterator") && !strstr (text, "([") && !strstr (text, "omp_all_memory")
         && !strchr (text, '?');
}

/* Returns the position behind the bracket that closes the one at P; the end of the text if there is none. Sets
 * *COLON to the first colon between these two that is in no other brackets, or to NULL. */
static const char *
closing_bracket (const char *p, const char **colon)
{
  int depth = 0;
  *colon = NULL;
  for (; *p; p++)
    {
      if (*p == ':' && depth == 1 && !*colon)
        *colon = p;
      depth += (*p == '[') - (*p == ']');
      if (!depth)
        return p + 1;
    }
  return p;
}

/* Appends the first element of the list item from BEGIN to END to OUT: c[i] for c[i : n], c[0] for c[ : n]. Then
 * appends the lengths of the item's array sections, each with a plus sign, which distinguishes it from an element.
 * Returns the number of expressions that it appended. */
static uint32_t
add_place (const char *begin, const char *end, rp_strbuf *out)
{
  rp_strbuf lengths = { 0 };
  uint32_t count = 1;
  rp_strbuf_add (out, ", (");
  while (begin < end)
    if (*begin == '[')
      {
        const char *colon, *behind = closing_bracket (begin, &colon);
        const char *last = colon ? colon : behind - 1;
        bool is_left_out = colon && rp_c_skip_space (begin + 1) == colon;
        if (is_left_out)
          rp_strbuf_add (out, "[0]");
        else
          rp_strbuf_format (out, "%.*s]", (int) (last - begin), begin);
        if (colon && *rp_c_skip_space (colon + 1) != ']')
          {
            rp_strbuf_format (&lengths, ", + (%.*s)", (int) (behind - colon - 2), colon + 1);
            count++;
          }
        begin = behind;
      }
    else
      rp_strbuf_add_char (out, *begin++);
  rp_strbuf_add_char (out, ')');
  rp_strbuf_add (out, rp_strbuf_text (&lengths));
  rp_strbuf_clear (&lengths);
  return count;
}

/* Appends the items of TEXT to OUT, as add_place does: a, b[i], c[i] and + (n) for `in : a, b[i], c[i : n]'.
 * Returns the number of expressions that it appended; 0 if TEXT has other items (rp_c_is_plain_depend). */
static uint32_t
add_places (const char *text, rp_strbuf *out)
{
  const char *p = find_outside (text, ':');
  uint32_t count = 0;
  if (!p || !rp_c_is_plain_depend (text))
    return 0;
  while (p)
    {
      p = rp_c_skip_space (p + 1);
      const char *comma = find_outside (p, ',');
      if (*p)
        count += add_place (p, comma ? comma : p + strlen (p), out);
      p = comma;
    }
  return count;
}

static uint32_t
add_arguments (rp_arena *arena, const rp_c_clause *clause, rp_strbuf *out)
{
  const char *from = clause->text;
  const char *found = NULL;
  switch (reading_of (clause->name))
    {
    case VARIABLES:
      return add_variables (arena, clause->text, out);
    case LINEAR:
      return add_linear (arena, clause->text, out);
    case EXPRESSION:
      found = find_outside (from, ':');
      if (found && !memchr (from, '?', (size_t) (found - from)))
        from = found + 1;
      rp_strbuf_format (out, ", (%s)", from);
      return 1;
    case AFTER_COMMA:
      found = find_outside (from, ',');
      /* modifiers may have commas between them, too: the kind begins behind the colon */
      for (const char *colon = find_outside (from, ':'); colon && found && found < colon;)
        found = find_outside (colon, ',');
      if (!found)
        return 0;
      rp_strbuf_format (out, ", (%s)", found + 1);
      return 1;
    case PLACES:
      return add_places (clause->text, out);
    case NOTHING:
      break;
    }
  return 0;
}

static void
read_clauses (rp_arena *arena, rp_c_directive *directive, const char *p, const char *end,
              rp_strbuf *out)
{
  while ((p = rp_c_skip_space (p)) < end)
    {
      if (*p == ',')
        {
          p++;
          continue;
        }
      rp_c_clause clause = { .name = take_word (arena, &p), .first = directive->argument_count };
      p = rp_c_skip_space (p);
      if (*p == '(')
        {
          clause.text = take_parenthesized (arena, &p, end);
          clause.count = add_arguments (arena, &clause, out);
          directive->argument_count += clause.count;
        }
      else if (!*clause.name)
        {
          clause.name = rp_arena_copy (arena, p, 1);
          p++;
        }
      RP_VEC_PUSH (&directive->clauses, clause);
    }
}

/* Returns the name of the directive at *P, and moves *P behind the name. If the first word is unknown, the name is this
 * word. */
static const char *
read_name (rp_arena *arena, const char **p)
{
  rp_strbuf name = { 0 };
  for (;;)
    {
      const char *next = *p;
      const char *word = take_word (arena, &next);
      if (!*word || !IS_AMONG (words, word))
        break;
      /* behind another word, `ordered' is a clause. A word before a parenthesis is a clause, too, as `allocate' in
       * `parallel allocate (a)', except the words below. */
      bool is_clause = !strcmp (word, "ordered") && name.length;
      if (is_clause || *rp_c_skip_space (next) == '(')
        {
          bool takes_list = !strcmp (word, "critical") || !strcmp (word, "flush")
                            || !strcmp (word, "threadprivate") || !strcmp (word, "depobj");
          if (!takes_list || is_clause)
            break;
        }
      rp_strbuf_format (&name, "%s%s", name.length ? " " : "", word);
      *p = next;
    }
  if (!name.length)
    rp_strbuf_add (&name, take_word (arena, p));
  const char *kept = rp_arena_copy (arena, rp_strbuf_text (&name), name.length);
  rp_strbuf_clear (&name);
  return kept;
}

static bool
stands_alone (const rp_c_directive *directive)
{
  size_t length = strcspn (directive->name, " ");
  char first[32] = "";
  if (length < sizeof first)
    memcpy (first, directive->name, length);
  /* it is not known whether a statement belongs to an unknown directive; such a directive counts as one without a
   * statement */
  if (IS_AMONG (alone, first) || !IS_AMONG (words, first))
    return true;
  if (!strcmp (directive->name, "ordered"))
    return rp_c_clause_find (directive, "depend") || rp_c_clause_find (directive, "doacross");
  return !strncmp (directive->name, "target ", 7)
         && (strstr (directive->name, "update") || strstr (directive->name, "enter")
             || strstr (directive->name, "exit"));
}

static bool
is_declarative (const char *name)
{
  static const char *const declarative[]
    = { "declare", "end", "begin", "requires", "assumes", "allocate", "threadprivate" };
  size_t length = strcspn (name, " ");
  for (size_t i = 0; i < sizeof declarative / sizeof *declarative; i++)
    if (strlen (declarative[i]) == length && !strncmp (name, declarative[i], length))
      return true;
  return false;
}

void
rp_c_mark_directive (rp_c_program *program, const char *p, const char *end, rp_strbuf *marked,
                     rp_strbuf *threadprivate)
{
  rp_arena *arena = &program->arena;
  rp_c_directive *directive = RP_NEW (arena, rp_c_directive);
  rp_strbuf arguments = { 0 };
  const char *line = rp_arena_copy (arena, p, (size_t) (end - p));
  end = line + (end - p);
  p = line;
  directive->name = read_name (arena, &p);
  if (!strcmp (directive->name, "threadprivate") && *(p = rp_c_skip_space (p)) == '(')
    add_variables (arena, take_parenthesized (arena, &p, end), threadprivate);
  if (is_declarative (directive->name))
    return;
  if (*rp_c_skip_space (p) == '(')
    {
      /* critical (name) and flush (list): the argument counts as a clause without a name */
      p = rp_c_skip_space (p);
      rp_c_clause clause = { .name = "", .text = take_parenthesized (arena, &p, end) };
      RP_VEC_PUSH (&directive->clauses, clause);
    }
  read_clauses (arena, directive, p, end, &arguments);
  directive->is_alone = stands_alone (directive);
  rp_strbuf_format (marked, directive->is_alone ? "%s (%zu%s);" : "while (%s (%zu%s))", RP_C_MARK,
                    program->directives.count, rp_strbuf_text (&arguments));
  RP_VEC_PUSH (&program->directives, directive);
  rp_strbuf_clear (&arguments);
}

bool
rp_c_is_directive_word (const char *word)
{
  return IS_AMONG (words, word);
}

rp_c_clause *
rp_c_clause_find (const rp_c_directive *directive, const char *name)
{
  for (size_t i = 0; i < directive->clauses.count; i++)
    if (!strcmp (directive->clauses.items[i].name, name))
      return &directive->clauses.items[i];
  return NULL;
}
