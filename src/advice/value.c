#include "advice/value.h"

#include <string.h>

/* Facts about the variable NAME at one point of the text. The functions follow_... move the point behind a piece of
 * code. */
typedef struct flow
{
  const rp_code *code;
  const char *name;
  bool is_assigned;
  bool is_used;  /* used before it was assigned */
  bool is_left;  /* a jump may leave the body before its end */
  bool
    is_cut; /* a break or continue of a loop around the followed statements may have skipped some of
             * these statements */
  bool is_split; /* there is a goto, or a label other than case and default: nothing is known */
} flow;

static void follow (flow *at, uint32_t statement);

static bool
has_name (const flow *at, uint32_t first, uint32_t last)
{
  return first <= last && rp_code_find_name (at->code, first, last, at->name) <= last;
}

/* Follows an expression without commas, the tokens FIRST to LAST. `x = e` and `y = x = e` assign x if e does not
 * mention x. Any other mention of x counts as a use. */
static void
follow_expression (flow *at, uint32_t first, uint32_t last)
{
  if (!has_name (at, first, last))
    return;
  uint32_t use = rp_code_find_name (at->code, first, last, at->name);
  bool begins = use == first;
  for (uint32_t i = first; !begins && i < use; i += 2)
    {
      bool is_chain
        = at->code->tokens.items[i].kind == RP_TOKEN_NAME && rp_code_is (at->code, i + 1, "=");
      if (!is_chain)
        break;
      begins = i + 2 == use;
    }
  if (begins && use < last && rp_code_is (at->code, use + 1, "=") && !has_name (at, use + 2, last))
    at->is_assigned = true;
  else if (!at->is_assigned)
    at->is_used = true;
}

/* Follows the parts between commas, one after the other. An initial value that mentions the variable uses it. The
 * list must not declare another variable of the same name; is_exposed refuses such code. */
static void
follow_list (flow *at, uint32_t first, uint32_t last)
{
  uint32_t from = first;
  for (uint32_t i = first; i <= last; i++)
    {
      if (rp_code_is (at->code, i, "(") || rp_code_is (at->code, i, "[")
          || rp_code_is (at->code, i, "{"))
        i = rp_code_close (at->code, i, last);
      if (!i)
        break;
      if (rp_code_is (at->code, i, ","))
        {
          follow_expression (at, from, i - 1);
          from = i + 1;
        }
    }
  if (from <= last)
    follow_expression (at, from, last);
}

/* Follows the head of a loop, then its body. A `for` has three parts in its head, a loop over a range has one. */
static void
follow_loop (flow *at, const rp_statement *loop)
{
  const rp_code *code = at->code;
  uint32_t parts[2] = { 0 }, count = 0;
  for (uint32_t i = loop->head; i <= loop->head_last; i++)
    {
      if (rp_code_is (code, i, "(") || rp_code_is (code, i, "{"))
        i = rp_code_close (code, i, loop->head_last);
      if (!i)
        break;
      if (rp_code_is (code, i, ";") && count < 2)
        parts[count++] = i;
    }
  bool is_for = count == 2;
  if (is_for && parts[0] > loop->head)
    follow_list (at, loop->head, parts[0] - 1);
  bool was_assigned = at->is_assigned, was_cut = at->is_cut;
  uint32_t test = is_for ? parts[0] + 1 : loop->head,
           test_last = is_for ? parts[1] - 1 : loop->head_last;
  at->is_used |= !at->is_assigned && has_name (at, test, test_last);
  follow (at, loop->child);
  /* the third part comes after the body; a `continue` may have skipped the assignment in the body */
  at->is_used |= is_for && !was_assigned && has_name (at, parts[1] + 1, loop->head_last);
  at->is_assigned = was_assigned;
  at->is_cut = was_cut;
}

static void
follow_if (flow *at, const rp_statement *choice)
{
  at->is_used |= !at->is_assigned && has_name (at, choice->head, choice->head_last);
  bool before = at->is_assigned;
  follow (at, choice->child);
  bool then = at->is_assigned;
  at->is_assigned = before;
  uint32_t otherwise = at->code->statements.items[choice->child].next;
  if (otherwise != RP_NO_STATEMENT)
    follow (at, otherwise);
  at->is_assigned &= then;
}

/* Follows the statement of a nested construct. Another thread may execute that statement, or none, so assignments in it
 * do not count, except in critical, atomic and simd constructs. */
static void
follow_directive (flow *at, const rp_statement *directive)
{
  bool before = at->is_assigned;
  bool is_plain = rp_code_is (at->code, directive->head, "critical")
                  || rp_code_is (at->code, directive->head, "atomic")
                  || rp_code_is (at->code, directive->head, "simd");
  at->is_used |= has_name (at, directive->head, directive->head_last);
  if (directive->child != RP_NO_STATEMENT)
    follow (at, directive->child);
  if (!is_plain)
    at->is_assigned = before;
}

static void
follow (flow *at, uint32_t number)
{
  const rp_statement *statement = &at->code->statements.items[number];
  bool before = at->is_assigned;
  switch (statement->kind)
    {
    case RP_STATEMENT_BLOCK:
      for (uint32_t i = statement->child; i != RP_NO_STATEMENT;
           i = at->code->statements.items[i].next)
        follow (at, i);
      break;
    case RP_STATEMENT_IF:
      follow_if (at, statement);
      break;
    case RP_STATEMENT_LOOP:
      follow_loop (at, statement);
      break;
    case RP_STATEMENT_SWITCH:
      at->is_used |= !at->is_assigned && has_name (at, statement->head, statement->head_last);
      follow (at, statement->child);
      at->is_assigned = before;
      break;
    case RP_STATEMENT_PLAIN:
      follow_list (at, statement->first, statement->last - 1);
      break;
    case RP_STATEMENT_JUMP:
      at->is_used |= !at->is_assigned && has_name (at, statement->first, statement->last);
      at->is_left = true;
      at->is_split |= rp_code_is (at->code, statement->first, "goto");
      at->is_cut |= rp_code_is (at->code, statement->first, "break")
                    || rp_code_is (at->code, statement->first, "continue");
      break;
    case RP_STATEMENT_LABEL:
      /* control may come from before the label, so earlier assignments are not certain */
      at->is_assigned = false;
      at->is_split |= !rp_code_is (at->code, statement->first, "case")
                      && !rp_code_is (at->code, statement->first, "default");
      break;
    case RP_STATEMENT_DIRECTIVE:
      follow_directive (at, statement);
      break;
    }
}

/* Returns whether TOKEN is a variable whose address is taken: `&x`, not `a & x`. */
static bool
is_address (const rp_code *code, uint32_t token)
{
  if (token < 2 || !rp_code_is (code, token - 1, "&"))
    return false;
  return code->tokens.items[token - 2].kind == RP_TOKEN_SIGN && !rp_code_is (code, token - 2, ")")
         && !rp_code_is (code, token - 2, "]");
}

bool
rp_value_is_exposed (const rp_code *code, uint32_t statement, const char *name)
{
  const rp_statement *body = &code->statements.items[rp_code_body (code, statement)];
  for (uint32_t i = body->first; i < body->last; i++)
    if ((rp_code_is (code, i, "[")
         && (rp_code_is (code, i + 1, "&") || rp_code_is (code, i + 1, "=")))
        || (rp_code_is (code, i, name) && is_address (code, i)))
      return true;
  return false;
}

/* Returns whether the tokens FIRST to LAST take the address of NAME, or declare another variable NAME that hides
 * it: a word that is no keyword stands before the name. */
static bool
is_exposed (const rp_code *code, uint32_t first, uint32_t last, const char *name)
{
  static const char *const keywords[] = { "return", "else", "case", "sizeof", "do" };
  for (uint32_t i = rp_code_find_name (code, first, last, name); i <= last;
       i = rp_code_find_name (code, i + 1, last, name))
    {
      bool is_keyword = false;
      for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++)
        is_keyword |= i && rp_code_is (code, i - 1, keywords[k]);
      if (i && code->tokens.items[i - 1].kind == RP_TOKEN_NAME && !is_keyword)
        return true;
      if (is_address (code, i))
        return true;
    }
  return false;
}

/* Returns the statement that each iteration, or each thread, of DIRECTIVE's construct executes once; RP_NO_STATEMENT if
 * that is not certain. */
static uint32_t
body_of (const rp_code *code, uint32_t directive, const char *name)
{
  static const char *const loops[] = { "for", "taskloop", "simd", "loop" };
  uint32_t child = code->statements.items[directive].child;
  unsigned depth = 0;
  for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
    depth |= rp_code_clause (code, directive, loops[i]) != 0;
  uint32_t collapse = rp_code_clause (code, directive, "collapse");
  if (collapse && depth)
    for (depth = 1;
         depth < 9 && !rp_code_is (code, collapse + 2, (char[]) { (char) ('0' + depth), 0 });)
      depth++;
  for (; child != RP_NO_STATEMENT && depth; depth--)
    {
      const rp_statement *loop = &code->statements.items[child];
      if (loop->kind != RP_STATEMENT_LOOP
          || rp_code_find_name (code, loop->head, loop->head_last, name) <= loop->head_last)
        return RP_NO_STATEMENT;
      child = loop->child;
    }
  return child;
}

static bool
follow_body (const rp_code *code, uint32_t directive, const char *name, flow *at)
{
  uint32_t body = body_of (code, directive, name);
  *at = (flow) { .code = code, .name = name };
  if (body == RP_NO_STATEMENT)
    return false;
  const rp_statement *statement = &code->statements.items[body];
  if (is_exposed (code, statement->first, statement->last, name))
    return false;
  follow (at, body);
  return !at->is_used && !at->is_split;
}

bool
rp_value_is_temporary (const rp_code *code, uint32_t directive, const char *name)
{
  flow at;
  return follow_body (code, directive, name, &at);
}

bool
rp_value_is_always_assigned (const rp_code *code, uint32_t directive, const char *name)
{
  flow at;
  return follow_body (code, directive, name, &at) && at.is_assigned && !at.is_left;
}

/* Examines the statements behind the construct in its block, and then those behind each statement around it. If a loop
 * is around the construct, control may come back to the loop's beginning, so the whole loop is examined, too. An
 * assignment that a break or continue may skip does not count for the code behind it. */
bool
rp_value_is_dead_after (const rp_code *code, uint32_t directive, const char *name)
{
  flow at = { .code = code, .name = name };
  uint32_t body = rp_code_body (code, directive);
  if (is_exposed (code, code->statements.items[directive].last, code->statements.items[body].last,
                  name))
    return false;
  for (uint32_t number = directive; number != body; number = code->statements.items[number].parent)
    {
      const rp_statement *parent = &code->statements.items[code->statements.items[number].parent];
      if (parent->kind == RP_STATEMENT_BLOCK)
        for (uint32_t i = code->statements.items[number].next;
             i != RP_NO_STATEMENT && !at.is_assigned; i = code->statements.items[i].next)
          follow (&at, i);
      if (parent->kind == RP_STATEMENT_LOOP)
        {
          flow again = { .code = code, .name = name };
          follow_loop (&again, parent);
          at.is_used |= again.is_used;
          at.is_split |= again.is_split;
          at.is_cut = false;
        }
      if (parent->kind == RP_STATEMENT_SWITCH || at.is_split)
        return false;
      at.is_assigned &= !at.is_cut;
      if (at.is_assigned || at.is_used)
        break;
    }
  return !at.is_used && !at.is_split;
}

bool
rp_value_is_only_read (const rp_code *code, uint32_t directive, const char *name)
{
  static const char *const writes[]
    = { "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--", "." };
  const rp_statement *at = &code->statements.items[directive];
  if (at->child == RP_NO_STATEMENT)
    return false;
  uint32_t first = code->statements.items[at->child].first;
  if (is_exposed (code, first, at->last, name))
    return false;
  for (uint32_t i = rp_code_find_name (code, first, at->last, name); i <= at->last;
       i = rp_code_find_name (code, i + 1, at->last, name))
    for (size_t k = 0; k < sizeof writes / sizeof *writes; k++)
      if (rp_code_is (code, i + 1, writes[k])
          || (i && writes[k][0] == writes[k][1] && rp_code_is (code, i - 1, writes[k])))
        return false;
  return rp_code_find_name (code, first, at->last, name) <= at->last;
}
