#include "prove/poly/smt_text.h"

#include "base/panic.h"

#include <ctype.h>
#include <errno.h>
#include <isl/constraint.h>
#include <isl/val.h>
#include <stdlib.h>
#include <string.h>

typedef struct writer
{
  const rp_query *query;
  rp_logic logic;
  rp_strbuf declarations, formula;
  uint32_t aux;     /* number of auxiliary variables so far */
  uint32_t *floors; /* for each floor: 1 + the auxiliary variable that is written in place of the floor; 0: none yet */
  size_t floor_count;
} writer;

static const char *
sort (const writer *w)
{
  return w->logic == RP_LOGIC_REALS ? "Real" : "Int";
}

static void
write_number (const writer *w, rp_strbuf *out, int64_t value)
{
  const char *point = w->logic == RP_LOGIC_REALS ? ".0" : "";
  if (value < 0)
    rp_strbuf_format (out, "(- %llu%s)", -(unsigned long long) value, point);
  else
    rp_strbuf_format (out, "%lld%s", (long long) value, point);
}

/* Writes VALUE, which may exceed 64 bits. */
static void
write_val (const writer *w, rp_strbuf *out, __isl_take isl_val *value)
{
  isl_val *size = isl_val_abs (isl_val_copy (value));
  char *digits = isl_val_to_str (size);
  bool is_negative = isl_val_is_neg (value) == isl_bool_true;
  rp_strbuf_format (out, "%s%s%s%s", is_negative ? "(- " : "", digits,
                    w->logic == RP_LOGIC_REALS ? ".0" : "", is_negative ? ")" : "");
  free (digits);
  isl_val_free (size);
  isl_val_free (value);
}

static uint32_t
new_aux (writer *w)
{
  rp_strbuf_format (&w->declarations, "(declare-const q%u %s)\n", w->aux, sort (w));
  return w->aux++;
}

/* Writes the name of ATOM between bars, which allow any character in it: |N|, |i| or |i'|. */
static void
write_variable (const writer *w, rp_strbuf *out, uint32_t atom)
{
  rp_strbuf_format (out, "|%s|", w->query->names[atom]);
}

/* ---- polynomials ---- */

static void write_poly (writer *w, rp_strbuf *out, rp_poly *a);

/* Returns the auxiliary variable q that is written in place of floor INDEX, floor (e / d). At the first use, declares q
 * and asserts d q <= e <= d q + d - 1. */
static uint32_t
floor_variable (writer *w, uint32_t index)
{
  if (!w->floors[index])
    {
      const rp_floor *floor = &w->query->symbols->floors.items[index];
      rp_strbuf inside = { 0 };
      uint32_t aux = new_aux (w);
      w->floors[index] = 1 + aux;
      write_poly (w, &inside, floor->numerator);
      rp_strbuf_format (&w->formula, "(assert (<= (* ");
      write_number (w, &w->formula, floor->divisor);
      rp_strbuf_format (&w->formula, " q%u) %s))\n(assert (<= %s (+ (* ", aux,
                        rp_strbuf_text (&inside), rp_strbuf_text (&inside));
      write_number (w, &w->formula, floor->divisor);
      rp_strbuf_format (&w->formula, " q%u) ", aux);
      write_number (w, &w->formula, floor->divisor - 1);
      rp_strbuf_add (&w->formula, ")))\n");
      rp_strbuf_clear (&inside);
    }
  return w->floors[index] - 1;
}

static void
write_term (writer *w, rp_strbuf *out, const rp_term *term)
{
  rp_strbuf_add (out, " (* ");
  write_number (w, out, term->coefficient);
  for (uint32_t k = 0; k < term->degree; k++)
    {
      uint32_t atom = term->factors[k], variables = w->query->symbols->variables;
      rp_strbuf_add_char (out, ' ');
      if (atom < variables)
        write_variable (w, out, atom);
      else
        rp_strbuf_format (out, "q%u", floor_variable (w, atom - variables));
    }
  if (!term->degree)
    {
      rp_strbuf_add_char (out, ' ');
      write_number (w, out, 1);
    }
  rp_strbuf_add (out, ")");
}

/* Writes A times A's denominator. */
static void
write_poly (writer *w, rp_strbuf *out, rp_poly *a)
{
  rp_strbuf_add (out, "(+ ");
  write_number (w, out, 0);
  for (uint32_t i = 0; i < a->count; i++)
    write_term (w, out, &a->terms[i]);
  rp_strbuf_add (out, ")");
}

/* ---- sets ---- */

typedef struct conjunction
{
  writer *w;
  uint32_t first_aux; /* first auxiliary variable for the divisions of the basic set */
} conjunction;

static void
write_linear (conjunction *c, __isl_keep isl_constraint *constraint)
{
  writer *w = c->w;
  const rp_layout *layout = &w->query->layout;
  rp_strbuf *out = &w->formula;
  rp_strbuf_add (out, "(+ ");
  write_val (w, out, isl_constraint_get_constant_val (constraint));
  int divs = isl_constraint_dim (constraint, isl_dim_div);
  for (uint32_t i = 0; i < layout->params + layout->dims + (uint32_t) divs; i++)
    {
      bool is_param = i < layout->params, is_dim = i < layout->params + layout->dims;
      enum isl_dim_type type = is_param ? isl_dim_param : is_dim ? isl_dim_set : isl_dim_div;
      uint32_t position = is_param ? i : i - layout->params - (is_dim ? 0 : layout->dims);
      isl_val *value = isl_constraint_get_coefficient_val (constraint, type, (int) position);
      if (isl_val_is_zero (value) == isl_bool_true)
        {
          isl_val_free (value);
          continue;
        }
      rp_strbuf_add (out, " (* ");
      write_val (w, out, value);
      rp_strbuf_add_char (out, ' ');
      if (is_dim)
        write_variable (w, out, layout->atoms[i]);
      else
        rp_strbuf_format (out, "q%u", c->first_aux + position);
      rp_strbuf_add (out, ")");
    }
  rp_strbuf_add (out, ")");
}

static isl_stat
write_constraint (__isl_take isl_constraint *constraint, void *context)
{
  conjunction *c = context;
  bool is_equality = isl_constraint_is_equality (constraint) == isl_bool_true;
  rp_strbuf_format (&c->w->formula, "\n    (%s ", is_equality ? "=" : ">=");
  write_linear (c, constraint);
  rp_strbuf_add_char (&c->w->formula, ' ');
  write_number (c->w, &c->w->formula, 0);
  rp_strbuf_add (&c->w->formula, ")");
  isl_constraint_free (constraint);
  return isl_stat_ok;
}

/* Writes a basic set as a conjunction. Its divisions are auxiliary variables. isl lists the inequalities that define a
 * division among the constraints, unless other constraints imply them. */
static isl_stat
write_basic_set (__isl_take isl_basic_set *set, void *context)
{
  writer *w = context;
  conjunction c = { w, w->aux };
  int divs = isl_basic_set_dim (set, isl_dim_div);
  for (int i = 0; i < divs; i++)
    new_aux (w);
  rp_strbuf_add (&w->formula, "\n  (and true");
  isl_basic_set_foreach_constraint (set, write_constraint, &c);
  rp_strbuf_add (&w->formula, ")");
  isl_basic_set_free (set);
  return isl_stat_ok;
}

static void
write_condition (writer *w, const rp_condition *condition)
{
  rp_strbuf text = { 0 };
  write_poly (w, &text, condition->value);
  rp_strbuf_format (&w->formula, "(assert (%s %s ",
                    condition->is_equality ? "=" : ">=", rp_strbuf_text (&text));
  write_number (w, &w->formula, 0);
  rp_strbuf_add (&w->formula, "))\n");
  rp_strbuf_clear (&text);
}

void
rp_smt_write (const rp_query *query, rp_logic logic, bool with_check, rp_strbuf *out)
{
  writer w = { .query = query, .logic = logic };
  const rp_layout *layout = &query->layout;
  uint32_t count = layout->params + layout->dims;
  w.floors = rp_calloc (query->symbols->floors.count + 1, sizeof *w.floors);
  for (uint32_t i = 0; i < count; i++)
    {
      rp_strbuf_add (&w.declarations, "(declare-const ");
      write_variable (&w, &w.declarations, layout->atoms[i]);
      rp_strbuf_format (&w.declarations, " %s)\n", sort (&w));
    }
  rp_strbuf_add (&w.formula, "(assert (or false");
  isl_set_foreach_basic_set (query->set, write_basic_set, &w);
  rp_strbuf_add (&w.formula, "))\n");
  for (uint32_t i = 0; i < query->condition_count; i++)
    write_condition (&w, &query->conditions[i]);
  rp_strbuf_format (out, "%s%s", rp_strbuf_text (&w.declarations), rp_strbuf_text (&w.formula));
  if (with_check)
    rp_strbuf_add (out, "(check-sat)\n");
  if (with_check && count)
    {
      rp_strbuf_add (out, "(get-value (");
      for (uint32_t i = 0; i < count; i++)
        write_variable (&w, out, layout->atoms[i]);
      rp_strbuf_add (out, "))\n");
    }
  rp_strbuf_clear (&w.declarations);
  rp_strbuf_clear (&w.formula);
  free (w.floors);
}

/* Reads ((|N| 2) (|i'| (- 3))): a number behind each name. */
bool
rp_smt_read_point (const char *answer, uint32_t count, int64_t *point)
{
  const char *at = strstr (answer, "((");
  for (uint32_t i = 0; i < count && at; i++)
    {
      at = strchr (at + (i == 0), '(');
      if (!at)
        return false;
      at++;
      if (*at == '|')
        at = strchr (at + 1, '|');
      at = at ? at + strcspn (at, " \n") : NULL;
      if (!at)
        return false;
      at += strspn (at, " \n");
      bool is_negative = !strncmp (at, "(-", 2);
      at += is_negative ? 2 : 0;
      at += strspn (at, " \n");
      char *end;
      errno = 0;
      if (!isdigit ((unsigned char) *at))
        return false;
      long long value = strtoll (at, &end, 10);
      if (errno)
        return false;
      point[i] = is_negative ? -value : value;
      at = strchr (end, ')');
      if (at && is_negative)
        at = strchr (at + 1, ')');
    }
  return at || !count;
}
