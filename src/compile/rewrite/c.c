/* Walks through preprocessed C or C++. Recognises directives and strings, and keeps a list of the constructs around the
 * current place: a construct extends to the end of the statement behind its directive. */
#include "base/panic.h"
#include "compile/rewrite/c_token.h"
#include "compile/rewrite/directive.h"
#include "compile/rewrite/rewrite.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A construct around the current place. */
typedef struct region
{
  rp_rewrite_binding binding;
  size_t braces, parentheses; /* number of open braces and parentheses where the construct begins */
  const char *at;             /* the construct's directive */
} region;

/* The body of a simd loop, which begins at AT. */
typedef struct simd_body
{
  const char *at;
  char *text; /* text to be inserted before the body */
} simd_body;

typedef struct walk
{
  const char *text, *at;
  const char *copied; /* end of the text that was copied to OUT */
  rp_strbuf *out;
  size_t braces, parentheses;
  RP_VEC (region) regions;
  rp_rewrite_extent extent;
  bool has_changed;
  unsigned simd_loops;
  RP_VEC (simd_body) simd_bodies; /* bodies that are still to come; the last is the next */
} walk;

static void
copy_to (walk *w, const char *end)
{
  rp_strbuf_add_bytes (w->out, w->copied, (size_t) (end - w->copied));
  w->copied = end;
}

/* How the text of a construct names a variable. This text begins with the construct's directive, and ends at a place in
 * the construct. */
typedef enum naming
{
  NOT_NAMED,
  NAMED,
  NAMED_PRIVATE /* named in a clause whose name ends with `private', or declared inside */
} naming;

typedef struct word
{
  const char *at;
  size_t length;
} word;

static bool
is_same (word a, const char *text, size_t length)
{
  return a.length == length && !strncmp (a.at, text, length);
}

/* Returns whether BEFORE, the word before a variable's name, is likely a type, so that the name is declared there.
 * Every word counts as a type except those in OTHERS. */
static bool
is_type (word before)
{
  static const char *const others[] = { "return", "else", "do", "case", "goto", "sizeof", "throw", "delete", "new" };
  if (!before.length || !(isalpha ((unsigned char) *before.at) || *before.at == '_'))
    return false;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (is_same (before, others[i], strlen (others[i])))
      return false;
  return true;
}

static bool
ends_with_private (word clause)
{
  static const char ending[] = "private";
  size_t length = sizeof ending - 1;
  return clause.length >= length && !strncmp (clause.at + clause.length - length, ending, length);
}

/* Returns how the construct whose directive is at AT uses VARIABLE, judged by the text before END. */
static naming
naming_of (const char *at, const char *end, word variable)
{
  const char *body = at + strcspn (at, "\n");
  word before = { 0 }, clause = { 0 };
  naming found = NOT_NAMED;
  for (const char *next; at < end && found != NAMED_PRIVATE; at = next)
    {
      next = rp_rewrite_after_token (at);
      if (isspace ((unsigned char) *at))
        continue;
      word now = { at, (size_t) (next - at) };
      if (at < body && *at == '(')
        clause = before;
      if (is_same (variable, at, now.length))
        found = at < body ? (ends_with_private (clause) ? NAMED_PRIVATE : NAMED) : is_type (before) ? NAMED_PRIVATE : NAMED;
      before = now;
    }
  return found;
}

/* Returns the context of the directive at AT. The text behind the directive begins at NEXT. */
static rp_rewrite_context
context_of (const walk *w, const char *at, const char *next)
{
  const region *around = w->regions.count ? &RP_VEC_LAST (&w->regions) : NULL;
  rp_rewrite_context context = { .outer = around ? around->binding : RP_REWRITE_UNBOUND,
                                 .counts_down = rp_rewrite_counts_down (next),
                                 .leaves_collapsed = w->extent.leaves_collapsed };
  context.variable = rp_rewrite_loop_variable (next, &context.variable_length);
  naming how = around && context.variable
                 ? naming_of (around->at, at, (word) { context.variable, context.variable_length })
                 : NOT_NAMED;
  context.is_variable_outer = context.variable && how == NOT_NAMED;
  context.is_variable_private = how == NAMED_PRIVATE;
  return context;
}

/* Rewrites the directive between AT and END, in a pragma or an attribute. Adds its construct to w->regions if the
 * construct decides what a `loop` inside binds to. */
static void
rewrite_directive (walk *w, const char *at, const char *end, rp_rewrite_context context)
{
  size_t length = (size_t) (end - at);
  rp_rewrite_edits edits = { 0 };
  rp_rewrite_directive (at, length, &rp_rewrite_in_c, &context, &edits);
  for (size_t i = 0; i < edits.count; i++)
    {
      copy_to (w, at + edits.items[i].at);
      rp_strbuf_add (w->out, edits.items[i].text);
      w->copied += edits.items[i].length;
      w->has_changed = true;
    }
  RP_VEC_CLEAR (&edits);
  rp_rewrite_binding inner = rp_rewrite_region (at, length, &rp_rewrite_in_c);
  if (inner != RP_REWRITE_UNBOUND)
    RP_VEC_PUSH (&w->regions, (region) { inner, w->braces, w->parentheses, at });
}

static void
insert (walk *w, const char *at, const char *text)
{
  copy_to (w, at);
  rp_strbuf_add (w->out, text);
  w->has_changed = true;
}

/* Returns the number of the line that begins at AT, by the last line marker before AT; 0 if there is no marker. */
static unsigned long
line_at (const walk *w, const char *at)
{
  unsigned long lines = 0;
  for (const char *line = at; line > w->text; lines++)
    {
      do
        line--;
      while (line > w->text && line[-1] != '\n');
      const char *number = *line == '#' ? rp_rewrite_after_blanks (line + 1) : "";
      if (isdigit ((unsigned char) *number))
        return strtoul (number, NULL, 10) + lines;
    }
  return 0;
}

/* Makes the statement behind the pragma the body of a loop with HEAD. The pragma ends at END; the statement begins on
 * the next line. */
static void
loop_over_statement (walk *w, const char *end, const char *head)
{
  if (!*end)
    return;
  unsigned long line = line_at (w, end + 1);
  insert (w, end + 1, head);
  if (line)
    rp_strbuf_format (w->out, "\n# %lu\n", line);
  else
    rp_strbuf_add (w->out, " ");
}

/* Inserts HEAD before the pragma at w->at, so that the pragma's statement becomes the body of a loop. HEAD gets a line
 * of its own, and a line marker behind it. Returns false, and inserts nothing, if the text has no line markers. */
static bool
loop_over_pragma (walk *w, const char *head)
{
  const char *start = w->at;
  while (start > w->text && start[-1] != '\n')
    start--;
  unsigned long line = line_at (w, start);
  if (!line)
    return false;
  insert (w, w->at, "\n");
  rp_strbuf_format (w->out, "%s\n# %lu\n", head, line);
  return true;
}

/* Inserts HEAD before the attribute at w->at, so that the attribute's statement becomes the body of a loop. HEAD needs
 * no line of its own. Returns true. */
static bool
loop_over_attribute (walk *w, const char *head)
{
  insert (w, w->at, head);
  rp_strbuf_add (w->out, " ");
  return true;
}

/* Appends to OUT, for each array that is indexed in the statement at BODY, an expression with a comma behind it. The
 * expression is an empty `asm` that takes the array's address. */
static void
show_arrays (const char *body, rp_strbuf *out)
{
  const char *at = rp_rewrite_after_space (body), *end = at;
  if (*at == '{')
    end = rp_rewrite_after_brackets (at);
  else
    while (*end && *end != ';')
      end = strchr ("([{", *end) ? rp_rewrite_after_brackets (end) : rp_rewrite_after_token (end);
  for (char before = ' '; at < end;)
    {
      const char *next = rp_rewrite_after_token (at);
      bool is_name = isalpha ((unsigned char) *at) || *at == '_';
      if (is_name && *rp_rewrite_after_space (next) == '[' && before != '.' && before != '>')
        rp_strbuf_format (out,
                          "__extension__ ({ __asm__ volatile (\"\" : : \"r\" ((const void *) "
                          "(%.*s)) : \"memory\"); }), ",
                          (int) (next - at), at);
      before = isspace ((unsigned char) *at) ? before : *at;
      at = next;
    }
}

/* Appends to HEAD the head of the loop around simd loop NUMBER. The head announces the simd loop to the library; if
 * another construct is combined with simd, the head only has SHOWN, or is empty. SHOWN is what show_arrays wrote. */
static void
write_simd_head (const rp_rewrite_simd *simd, const char *shown, unsigned number, rp_strbuf *head)
{
  int safelen_length = (int) simd->safelen_length;
  if (simd->is_composite && *shown)
    rp_strbuf_format (head, RP_REWRITE_SIMD_SHOW, shown);
  else if (simd->is_composite)
    return;
  else if (simd->condition)
    rp_strbuf_format (head, RP_REWRITE_SIMD_LOOP_IF, (int) simd->condition_length, simd->condition,
                      safelen_length, simd->safelen, shown, number);
  else
    rp_strbuf_format (head, RP_REWRITE_SIMD_LOOP, shown, number, safelen_length, simd->safelen);
}

static void
write_simd_body (const rp_rewrite_simd *simd, unsigned number, rp_strbuf *text)
{
  if (simd->is_composite)
    rp_strbuf_format (text, RP_REWRITE_SIMD_COMPOSITE, number, (int) simd->safelen_length,
                      simd->safelen);
  else
    rp_strbuf_format (text, RP_REWRITE_SIMD_BODY, number);
}

/* Rewrites a simd loop with the body at BODY. PUT writes a text before the directive. The text that is needed
 * before BODY is stored in w->simd_bodies; mark_simd_body inserts it later. Returns false, and stores nothing, if
 * PUT could not write a text that is needed before the directive. */
static bool
loop_over_simd_body (walk *w, const rp_rewrite_simd *simd, const char *body,
                     bool (*put) (walk *w, const char *head))
{
  rp_strbuf head = { 0 }, shown = { 0 }, text = { 0 };
  unsigned number = w->simd_loops++ % RP_REWRITE_SIMD_LOOPS;
  if (w->extent.shows_arrays)
    show_arrays (body, &shown);
  write_simd_head (simd, rp_strbuf_text (&shown), number, &head);
  write_simd_body (simd, number, &text);
  bool has_room = !head.length || put (w, rp_strbuf_text (&head)) || simd->is_composite;
  if (has_room)
    RP_VEC_PUSH (&w->simd_bodies, (simd_body) { body, rp_strdup (rp_strbuf_text (&text)) });
  rp_strbuf_clear (&head);
  rp_strbuf_clear (&shown);
  rp_strbuf_clear (&text);
  return has_room;
}

/* Inserts the announcements for the directive from AT to END if it is for a simd loop, which begins at NEXT, or for an
 * `ordered simd` region. PUT writes a text before the directive. Returns whether the bodies of the loop are
 * announced. */
static bool
loop_over_simd (walk *w, const char *at, const char *end, const char *next,
                bool (*put) (walk *w, const char *head))
{
  rp_rewrite_simd simd = rp_rewrite_simd_of (at, (size_t) (end - at), &rp_rewrite_in_c);
  if (simd.is_ordered)
    put (w, RP_REWRITE_SIMD_ORDERED);
  if (!simd.is_loop || !rp_rewrite_loop_body (next, 1))
    return false;
  const char *body = rp_rewrite_loop_body (next, simd.depth);
  if (!body || simd.is_inscan || (simd.depth > 1 && simd.is_composite && w->extent.leaves_collapsed))
    {
      put (w, RP_REWRITE_HIDDEN);
      return false;
    }
  return loop_over_simd_body (w, &simd, body, put);
}

static bool
is_scope (const char *at, const char *end)
{
  bool is_end;
  return rp_rewrite_is_scope (at, (size_t) (end - at), &rp_rewrite_in_c, &is_end);
}

/* Rewrites `# pragma omp ...`, from the # on. Other lines with a # are skipped. */
static void
walk_hash_line (walk *w)
{
  const char *end = w->at + strcspn (w->at, "\n");
  const char *at = rp_rewrite_expect_word (rp_rewrite_after_blanks (w->at + 1), "pragma");
  at = at ? rp_rewrite_expect_word (rp_rewrite_after_blanks (at), "omp") : NULL;
  size_t length = at ? (size_t) (end - at) : 0;
  if (at && rp_rewrite_is_update (at, length, &rp_rewrite_in_c))
    loop_over_pragma (w, RP_REWRITE_UPDATE);
  bool has_scope = at && is_scope (at, end) && loop_over_pragma (w, RP_REWRITE_SCOPE);
  bool has_bodies = at && loop_over_simd (w, at, end, end, loop_over_pragma);
  rp_rewrite_context context = at ? context_of (w, at, end) : (rp_rewrite_context) { 0 };
  context.can_tell = at && line_at (w, w->at);
  bool is_simd = at && rp_rewrite_simd_of (at, length, &rp_rewrite_in_c).is_loop;
  if (at && !is_simd && rp_rewrite_is_hidden (at, length, &rp_rewrite_in_c, &context))
    loop_over_pragma (w, RP_REWRITE_HIDDEN);
  if (at && rp_rewrite_is_distribute (at, length, &rp_rewrite_in_c))
    loop_over_pragma (w, has_bodies ? RP_REWRITE_DISTRIBUTE_SIMD : RP_REWRITE_DISTRIBUTE);
  if (at)
    rewrite_directive (w, at, end, context);
  if (at && rp_rewrite_is_single_nowait (at, length, &rp_rewrite_in_c))
    loop_over_statement (w, end, RP_REWRITE_SINGLE);
  if (has_scope)
    loop_over_statement (w, end, RP_REWRITE_SCOPE_BODY);
  w->at = end;
}

/* Rewrites the directives in an attribute: [[omp::directive (...)]], [[omp::sequence (directive (...), ...)]],
 * [[using omp: ...]]. */
static void
walk_attribute (walk *w)
{
  const char *end = rp_rewrite_after_brackets (w->at);
  const char *at = rp_rewrite_after_space (w->at + 2), *name = rp_rewrite_expect_word (at, "using");
  if (!rp_rewrite_expect_word (name ? rp_rewrite_after_space (name) : at, "omp"))
    {
      w->at += 2;
      return;
    }
  /* Both variables are about the last directive of the attribute: it is next to the statement. */
  bool is_single = false, has_scope = false;
  bool is_first = true;
  while (at < end)
    {
      const char *open = rp_rewrite_expect_word (at, "directive");
      open = open ? rp_rewrite_after_space (open) : NULL;
      if (open && *open == '(')
        {
          at = rp_rewrite_after_brackets (open);
          has_scope = at[-1] == ')' && is_scope (open + 1, at - 1);
          /* If another directive, such as parallel, precedes the scope directive in the attribute, the tasks that
           * execute the scope construct do not execute the place before the attribute. */
          if (has_scope && is_first)
            loop_over_attribute (w, RP_REWRITE_SCOPE);
          is_first = false;
          if (at[-1] == ')')
            {
              loop_over_simd (w, open + 1, at - 1, end, loop_over_attribute);
              rewrite_directive (w, open + 1, at - 1, context_of (w, open + 1, end));
            }
          is_single = rp_rewrite_is_single_nowait (open + 1, (size_t) (at - 1 - (open + 1)),
                                                   &rp_rewrite_in_c);
        }
      else
        at = rp_rewrite_after_token (at);
    }
  if (is_single)
    insert (w, end, " " RP_REWRITE_SINGLE " ");
  if (has_scope)
    insert (w, end, " " RP_REWRITE_SCOPE_BODY " ");
  w->at = end;
}

/* Removes from w->regions the constructs that end at the `;` or `}` at w->at. */
static void
end_regions (walk *w)
{
  while (w->regions.count)
    {
      const region *last = &RP_VEC_LAST (&w->regions);
      if (last->braces < w->braces
          || (last->braces == w->braces && last->parentheses < w->parentheses))
        return;
      w->regions.count--;
    }
}

static void
walk_token (walk *w)
{
  switch (*w->at)
    {
    case '(':
      w->parentheses++;
      break;
    case ')':
      w->parentheses -= w->parentheses > 0;
      break;
    case '{':
      w->braces++;
      break;
    case '}':
      w->braces -= w->braces > 0;
      end_regions (w);
      break;
    case ';':
      end_regions (w);
      break;
    default:
      break;
    }
  w->at = rp_rewrite_after_token (w->at);
}

/* If the next body in w->simd_bodies begins at w->at, inserts that body's text. */
static void
mark_simd_body (walk *w)
{
  if (!w->simd_bodies.count || RP_VEC_LAST (&w->simd_bodies).at > w->at)
    return;
  simd_body body = RP_VEC_POP (&w->simd_bodies);
  insert (w, w->at, " ");
  rp_strbuf_format (w->out, "%s ", body.text);
  free (body.text);
}

bool
rp_rewrite_c (const char *text, rp_rewrite_extent extent, rp_strbuf *out)
{
  walk w = { .text = text, .at = text, .copied = text, .out = out, .extent = extent };
  for (bool is_line_start = true; *w.at;)
    {
      char c = *w.at;
      mark_simd_body (&w);
      if (c == '#' && is_line_start)
        walk_hash_line (&w);
      else if (c == '[' && w.at[1] == '[')
        walk_attribute (&w);
      else
        walk_token (&w);
      is_line_start = c == '\n' || (is_line_start && isspace ((unsigned char) c));
    }
  copy_to (&w, w.at);
  RP_VEC_CLEAR (&w.regions);
  for (size_t i = 0; i < w.simd_bodies.count; i++)
    free (w.simd_bodies.items[i].text);
  RP_VEC_CLEAR (&w.simd_bodies);
  return w.has_changed;
}
