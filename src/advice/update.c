#include "advice/update.h"

#include <string.h>

/* ---- expressions ---- */

static bool
is_any (const rp_code *code, uint32_t token, const char *const *words)
{
  for (; *words; words++)
    if (rp_code_is (code, token, *words))
      return true;
  return false;
}

static const char *const assignments[]
  = { "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--", NULL };

/* Words that are no functions although a parenthesis follows: `if (x)`. */
static const char *const keywords[]
  = { "if", "for", "while", "switch", "return", "sizeof", "else", "do", "case", NULL };

static const char *const pure_functions[] = { "abs",
                                              "labs",
                                              "fabs",
                                              "fabsf",
                                              "sqrt",
                                              "sqrtf",
                                              "sin",
                                              "cos",
                                              "tan",
                                              "exp",
                                              "expf",
                                              "log",
                                              "logf",
                                              "pow",
                                              "powf",
                                              "floor",
                                              "ceil",
                                              "fmax",
                                              "fmin",
                                              "fmaxf",
                                              "fminf",
                                              "max",
                                              "min",
                                              "MAX",
                                              "MIN",
                                              "atan",
                                              "atan2",
                                              "asin",
                                              "acos",
                                              "hypot",
                                              "cbrt",
                                              "round",
                                              "trunc",
                                              "fmod",
                                              "strlen",
                                              "strcmp",
                                              "omp_get_thread_num",
                                              "omp_get_num_threads",
                                              "omp_get_wtime",
                                              NULL };

static const char *const known_functions[] = { "printf", "puts",   "putchar", "fprintf", "malloc",
                                               "free",   "memcpy", "memset",  "usleep",  NULL };

static bool
calls_only (const rp_code *code, uint32_t first, uint32_t last, bool with_effects)
{
  for (uint32_t i = first; i < last; i++)
    if (code->tokens.items[i].kind == RP_TOKEN_NAME && rp_code_is (code, i + 1, "(")
        && !is_any (code, i, keywords) && !is_any (code, i, pure_functions)
        && !(with_effects && is_any (code, i, known_functions)))
      return false;
    else if (code->tokens.items[i].kind == RP_TOKEN_HASH)
      i = code->tokens.items[i].last;
  return true;
}

bool
rp_update_calls_known (const rp_code *code, uint32_t first, uint32_t last)
{
  return calls_only (code, first, last, true);
}

bool
rp_update_is_pure (const rp_code *code, uint32_t first, uint32_t last)
{
  for (uint32_t i = first; i <= last; i++)
    if (is_any (code, i, assignments))
      return false;
  return calls_only (code, first, last, false);
}

static bool
same_tokens (const rp_code *code, uint32_t a, uint32_t a_last, uint32_t b, uint32_t b_last)
{
  if (a > a_last || a_last - a != b_last - b)
    return false;
  for (; a <= a_last; a++, b++)
    if (!rp_code_same (code, a, b))
      return false;
  return true;
}

/* Returns the next token from FROM to LAST that is one of WORDS and in no brackets; LAST + 1 if there is none. */
static uint32_t
find_outside (const rp_code *code, uint32_t from, uint32_t last, const char *const *words)
{
  static const char *const open[] = { "(", "[", "{", NULL };
  for (uint32_t i = from; i <= last; i++)
    {
      if (is_any (code, i, words))
        return i;
      if (is_any (code, i, open))
        i = rp_code_close (code, i, last);
      if (!i)
        break;
    }
  return last + 1;
}

/* Returns the token behind the subscripts and members at AT. */
static uint32_t
skip_designators (const rp_code *code, uint32_t at, uint32_t last)
{
  while (at <= last)
    if (rp_code_is (code, at, "["))
      {
        uint32_t close = rp_code_close (code, at, last);
        if (!close)
          return at;
        at = close + 1;
      }
    else if (rp_code_is (code, at, ".") || rp_code_is (code, at, "->"))
      at += 2;
    else
      break;
  return at;
}

/* If the whole expression from *FIRST to *LAST is in parentheses, moves *FIRST and *LAST past them. Repeats this as
 * long as there are such parentheses. */
static void
peel (const rp_code *code, uint32_t *first, uint32_t *last)
{
  while (*first < *last && rp_code_is (code, *first, "(")
         && rp_code_close (code, *first, *last) == *last)
    {
      ++*first;
      --*last;
    }
}

/* ---- operators ---- */

/* Operators with two or three operands, from the lowest precedence to the highest. */
static const char *const levels[][5] = { { "," },        { "?", ":" },   { "||" },
                                         { "&&" },       { "|" },        { "^" },
                                         { "&" },        { "==", "!=" }, { "<", ">", "<=", ">=" },
                                         { "<<", ">>" }, { "+", "-" },   { "*", "/", "%" } };

enum
{
  LEVELS = sizeof levels / sizeof *levels
};

static int
level_of (const rp_code *code, uint32_t token)
{
  for (int i = 0; i < LEVELS; i++)
    for (int k = 0; k < 5 && levels[i][k]; k++)
      if (rp_code_is (code, token, levels[i][k]))
        return i;
  return -1;
}

/* Returns whether the operator TOKEN of the expression that begins at FIRST is a prefix operator: `-x`, `*p`,
 * `&x`. */
static bool
is_prefix (const rp_code *code, uint32_t token, uint32_t first)
{
  static const char *const closes[] = { ")", "]", NULL };
  return token == first
         || (code->tokens.items[token - 1].kind == RP_TOKEN_SIGN
             && !is_any (code, token - 1, closes));
}

/* Returns the operator from FIRST to LAST that is applied last: the rightmost one among the operators with the lowest
 * precedence. 0 if there is none. */
static uint32_t
main_operator (const rp_code *code, uint32_t first, uint32_t last)
{
  static const char *const open[] = { "(", "[", "{", NULL };
  uint32_t found = 0;
  int least = LEVELS;
  for (uint32_t i = first; i <= last; i++)
    {
      if (is_any (code, i, open))
        {
          i = rp_code_close (code, i, last);
          if (!i)
            return 0;
          continue;
        }
      int level = level_of (code, i);
      if (level >= 0 && level <= least && !is_prefix (code, i, first))
        {
          found = i;
          least = level;
        }
    }
  return found;
}

/* Returns the operator of the reduction clause for the operator at TOKEN, or NULL. */
static const char *
clause_operator (const rp_code *code, uint32_t token)
{
  static const char *const names[][2]
    = { { "+", "+" },  { "-", "+" },   { "*", "*" },   { "&", "&" },  { "|", "|" },
        { "^", "^" },  { "&&", "&&" }, { "||", "||" }, { "+=", "+" }, { "-=", "+" },
        { "*=", "*" }, { "&=", "&" },  { "|=", "|" },  { "^=", "^" } };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (rp_code_is (code, token, names[i][0]))
      return names[i][1];
  return NULL;
}

/* ---- maximum and minimum ---- */

/* The expression compares x, which is NAME, with another value a: `a > x`. Returns "max" if the condition holds when a
 * is larger than x, so that x := a is a maximum; "min" if it holds when a is smaller; NULL for other forms. *OTHER and
 * *OTHER_LAST become the tokens of the other value. */
static const char *
comparison (const rp_code *code, uint32_t first, uint32_t last, const char *name, uint32_t *other,
            uint32_t *other_last)
{
  peel (code, &first, &last);
  uint32_t sign = main_operator (code, first, last);
  if (!sign || sign == last)
    return NULL;
  bool is_greater = rp_code_is (code, sign, ">") || rp_code_is (code, sign, ">=");
  bool is_less = rp_code_is (code, sign, "<") || rp_code_is (code, sign, "<=");
  bool is_left = sign == first + 1 && rp_code_is (code, first, name);
  bool is_right = sign == last - 1 && rp_code_is (code, last, name);
  if ((!is_greater && !is_less) || is_left == is_right)
    return NULL;
  *other = is_left ? sign + 1 : first;
  *other_last = is_left ? last : sign - 1;
  if (rp_code_find_name (code, *other, *other_last, name) <= *other_last
      || !rp_update_is_pure (code, *other, *other_last))
    return NULL;
  return is_greater != is_left ? "max" : "min";
}

/* Reads `fmax (x, a)`, `std::max (a, x)` or `MAX (x, a)`, where x is NAME. Returns "max" or "min"; NULL
 * for other forms. */
static const char *
call_of_extreme (const rp_code *code, uint32_t first, uint32_t last, const char *name)
{
  static const char *const larger[] = { "fmax", "fmaxf", "fmaxl", "max", "MAX", NULL };
  static const char *const smaller[] = { "fmin", "fminf", "fminl", "min", "MIN", NULL };
  static const char *const comma[] = { ",", NULL };
  if (rp_code_is (code, first, "std") && rp_code_is (code, first + 1, "::"))
    first += 2;
  bool is_larger = is_any (code, first, larger);
  if ((!is_larger && !is_any (code, first, smaller)) || !rp_code_is (code, first + 1, "(")
      || rp_code_close (code, first + 1, last) != last)
    return NULL;
  uint32_t middle = find_outside (code, first + 2, last - 1, comma);
  if (middle >= last)
    return NULL;
  bool is_left = middle == first + 3 && rp_code_is (code, first + 2, name);
  bool is_right = middle == last - 2 && rp_code_is (code, last - 1, name);
  uint32_t other = is_left ? middle + 1 : first + 2, other_last = is_left ? last - 1 : middle - 1;
  if (is_left == is_right || rp_code_find_name (code, other, other_last, name) <= other_last)
    return NULL;
  return is_larger ? "max" : "min";
}

/* Reads `a > x ? a : x` or `x > a ? x : a`, where x is NAME. Returns "max" or "min"; NULL for other forms. */
static const char *
choice_of_extreme (const rp_code *code, uint32_t first, uint32_t last, const char *name)
{
  static const char *const ask[] = { "?", NULL }, *const colon[] = { ":", NULL };
  uint32_t other, other_last;
  peel (code, &first, &last);
  uint32_t question = find_outside (code, first, last, ask);
  uint32_t middle = find_outside (code, question, last, colon);
  if (question <= first || middle >= last || middle == question + 1)
    return NULL;
  const char *way = comparison (code, first, question - 1, name, &other, &other_last);
  uint32_t yes = question + 1, yes_last = middle - 1, no = middle + 1, no_last = last;
  if (!way)
    return NULL;
  bool keeps = yes == yes_last && rp_code_is (code, yes, name);
  bool takes = no == no_last && rp_code_is (code, no, name);
  if (takes && same_tokens (code, yes, yes_last, other, other_last))
    return way;
  if (keeps && same_tokens (code, no, no_last, other, other_last))
    return !strcmp (way, "max") ? "min" : "max";
  return NULL;
}

/* ---- statements ---- */

/* The tokens FIRST to LAST are the right side of an assignment to x, which is NAME. If they are `x + a`, `a + x`, a
 * maximum or a minimum with x, returns the operator of the reduction clause; else NULL. *IS_ATOMIC becomes whether an
 * atomic construct allows this form. */
static const char *
assigned_update (const rp_code *code, uint32_t first, uint32_t last, const char *name,
                 bool *is_atomic)
{
  *is_atomic = false;
  peel (code, &first, &last);
  const char *extreme = call_of_extreme (code, first, last, name);
  extreme = extreme ? extreme : choice_of_extreme (code, first, last, name);
  if (extreme)
    return extreme;
  /* x is the leftmost operand: the operators behind it must have one precedence */
  if (rp_code_is (code, first, name) && first + 1 < last)
    {
      const char *sign = clause_operator (code, first + 1);
      uint32_t rest = main_operator (code, first, last);
      /* x - a + b is a reduction by +, but x * a / b is not one by * */
      if (!sign || !rest || rp_code_find_name (code, first + 2, last, name) <= last
          || level_of (code, rest) != level_of (code, first + 1)
          || (!strcmp (sign, "*") && rest != first + 1))
        return NULL;
      *is_atomic = sign[1] == '\0' && rest == first + 1;
      return sign;
    }
  uint32_t rest = main_operator (code, first, last);
  if (!rest || rest != last - 1 || !rp_code_is (code, last, name) || rp_code_is (code, rest, "-")
      || rp_code_find_name (code, first, rest, name) <= rest)
    return NULL;
  const char *sign = clause_operator (code, rest);
  uint32_t left = sign ? main_operator (code, first, rest - 1) : 0;
  if (sign && left && !strcmp (sign, "*") && level_of (code, left) == level_of (code, rest))
    return NULL;
  *is_atomic = sign && sign[1] == '\0' && !(left && level_of (code, left) == level_of (code, rest));
  return sign;
}

static bool
read_plain (const rp_code *code, const rp_statement *statement, const char *name, rp_update *update)
{
  uint32_t first = statement->first, last = statement->last;
  bool is_step = rp_code_is (code, first, "++") || rp_code_is (code, first, "--");
  if (last == first || !rp_code_is (code, first + is_step, name))
    return false;
  *update = (rp_update) { .base = first + is_step };
  uint32_t after = skip_designators (code, update->base + 1, last - 1);
  update->is_whole = after == update->base + 1;
  last--;
  if (rp_code_find_name (code, update->base + 1, after - 1, name) < after)
    return false;
  if (is_step || rp_code_is (code, after, "++") || rp_code_is (code, after, "--"))
    {
      update->reduction = "+";
      update->is_atomic = true;
      return is_step ? after == last + 1 : after == last;
    }
  if (!rp_code_is (code, after, "="))
    {
      update->reduction = clause_operator (code, after);
      update->is_atomic = update->reduction || rp_code_is (code, after, "/=")
                          || rp_code_is (code, after, "<<=") || rp_code_is (code, after, ">>=");
      return update->is_atomic && is_any (code, after, assignments) && after < last
             && rp_code_find_name (code, after, last, name) > last;
    }
  if (!update->is_whole || after >= last)
    return false;
  update->reduction = assigned_update (code, after + 1, last, name, &update->is_atomic);
  return update->reduction;
}

/* Returns STATEMENT itself or, if it is a block, its only statement. RP_NO_STATEMENT if the block has none or
 * several. */
static uint32_t
only_statement (const rp_code *code, uint32_t statement)
{
  while (statement != RP_NO_STATEMENT
         && code->statements.items[statement].kind == RP_STATEMENT_BLOCK)
    {
      statement = code->statements.items[statement].child;
      if (statement != RP_NO_STATEMENT && code->statements.items[statement].next != RP_NO_STATEMENT)
        return RP_NO_STATEMENT;
    }
  return statement;
}

/* Reads `if (a > x) x = a;`, where x is NAME, into *UPDATE. Returns false for other forms. */
static bool
read_if (const rp_code *code, const rp_statement *statement, const char *name, rp_update *update)
{
  uint32_t then = statement->child, other, other_last;
  if (then == RP_NO_STATEMENT || code->statements.items[then].next != RP_NO_STATEMENT)
    return false;
  uint32_t only = only_statement (code, then);
  const rp_statement *plain = only == RP_NO_STATEMENT ? NULL : &code->statements.items[only];
  const char *way
    = comparison (code, statement->head, statement->head_last, name, &other, &other_last);
  if (!way || !plain || plain->kind != RP_STATEMENT_PLAIN || !rp_code_is (code, plain->first, name)
      || !rp_code_is (code, plain->first + 1, "=")
      || !same_tokens (code, plain->first + 2, plain->last - 1, other, other_last))
    return false;
  *update = (rp_update) { .reduction = way, .base = plain->first, .is_whole = true };
  return true;
}

bool
rp_update_read (const rp_code *code, uint32_t statement, const char *name, rp_update *update)
{
  const rp_statement *at = &code->statements.items[statement];
  if (at->kind == RP_STATEMENT_IF)
    return read_if (code, at, name, update);
  return at->kind == RP_STATEMENT_PLAIN && read_plain (code, at, name, update);
}

rp_access_form
rp_update_form (const rp_code *code, uint32_t statement, const char *name)
{
  const rp_statement *at = &code->statements.items[statement];
  rp_update update;
  if (at->kind != RP_STATEMENT_PLAIN)
    return RP_FORM_OTHER;
  if (read_plain (code, at, name, &update))
    return update.is_atomic ? RP_FORM_UPDATE : RP_FORM_OTHER;
  uint32_t left = skip_designators (code, at->first + 1, at->last), last = at->last - 1;
  if (code->tokens.items[at->first].kind != RP_TOKEN_NAME || !rp_code_is (code, left, "=")
      || left >= last)
    return RP_FORM_OTHER;
  uint32_t on_right = rp_code_find_name (code, left, last, name);
  if (rp_code_is (code, at->first, name))
    return on_right > last && rp_code_find_name (code, at->first + 1, left, name) > left
               && rp_update_is_pure (code, left + 1, last)
             ? RP_FORM_WRITE
             : RP_FORM_OTHER;
  bool is_alone = on_right == left + 1 && skip_designators (code, on_right + 1, last) == last + 1;
  return is_alone && rp_code_find_name (code, at->first, left, name) > left ? RP_FORM_READ
                                                                            : RP_FORM_OTHER;
}

static uint32_t
count_name (const rp_code *code, uint32_t first, uint32_t last, const char *name)
{
  uint32_t count = 0;
  while ((first = rp_code_find_name (code, first, last, name)) <= last)
    {
      count++;
      first++;
    }
  return count;
}

const char *
rp_update_reduction (const rp_code *code, uint32_t directive, const char *name)
{
  const rp_statement *top = &code->statements.items[directive];
  const char *all = NULL;
  uint32_t covered = 0;
  if (top->child == RP_NO_STATEMENT)
    return NULL;
  for (uint32_t i = top->child; i < code->statements.count; i++)
    {
      const rp_statement *at = &code->statements.items[i];
      rp_update update;
      if (at->first > top->last)
        break;
      if (!rp_update_read (code, i, name, &update) || !update.reduction)
        continue;
      if (!update.is_whole || (all && strcmp (all, update.reduction)))
        return NULL;
      all = update.reduction;
      covered += count_name (code, at->first, at->last, name);
    }
  uint32_t first = code->statements.items[top->child].first;
  return covered && covered == count_name (code, first, top->last, name) ? all : NULL;
}

bool
rp_update_covers_all_uses (const rp_code *code, uint32_t first, uint32_t last, const char *name)
{
  uint32_t covered = 0;
  for (uint32_t i = 0; i < code->statements.count; i++)
    {
      const rp_statement *at = &code->statements.items[i];
      rp_update update;
      if (at->first >= first && at->last <= last && at->kind == RP_STATEMENT_PLAIN
          && rp_update_read (code, i, name, &update) && update.is_atomic)
        covered += count_name (code, at->first, at->last, name);
    }
  return covered == count_name (code, first, last, name);
}
