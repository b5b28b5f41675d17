/* Handles the clauses of OpenMP's directives: which variables become private, and which originals are written at the
 * end. */
#include "prove/c/walker/openmp.h"

#include <isl/set.h>
#include <isl/val.h>
#include <stdlib.h>
#include <string.h>

/* ---- clauses ---- */

/* Clauses that some file of this folder handles, or that need no action. */
static const char *const known_clauses[] = { "private",
                                             "firstprivate",
                                             "lastprivate",
                                             "shared",
                                             "reduction",
                                             "copyprivate",
                                             "copyin",
                                             "linear",
                                             "num_threads",
                                             "if",
                                             "final",
                                             "filter",
                                             "schedule",
                                             "nowait",
                                             "collapse",
                                             "ordered",
                                             "default",
                                             "proc_bind",
                                             "untied",
                                             "mergeable",
                                             "priority",
                                             "hint",
                                             "safelen",
                                             "simdlen",
                                             "aligned",
                                             "nontemporal",
                                             "nogroup",
                                             "grainsize",
                                             "num_tasks",
                                             "depend",
                                             "seq_cst",
                                             "acq_rel",
                                             "acquire",
                                             "release",
                                             "relaxed",
                                             "read",
                                             "write",
                                             "update",
                                             "capture",
                                             "compare",
                                             "threads",
                                             "allocate",
                                             "map",
                                             "device",
                                             "defaultmap",
                                             "num_teams",
                                             "thread_limit",
                                             "is_device_ptr",
                                             "has_device_addr",
                                             "use_device_ptr",
                                             "use_device_addr",
                                             "dist_schedule",
                                             "to",
                                             "from",
                                             "simd",
                                             "" };

/* Whether TEXT, of a reduction clause, has an operator of C, min or max. The program defines any other operator
 * itself. */
static bool
is_known_reduction (const char *text)
{
  static const char *const operators[] = { "+", "-", "*", "&", "|", "^", "&&", "||", "min", "max" };
  const char *colon = strchr (text, ':');
  const char *comma = colon ? memchr (text, ',', (size_t) (colon - text)) : NULL;
  const char *begin = comma ? comma + 1 : text, *end = colon;
  while (end && begin < end && strchr (" \t", *begin))
    begin++;
  while (end && begin < end && strchr (" \t", end[-1]))
    end--;
  for (size_t i = 0; end && i < sizeof operators / sizeof *operators; i++)
    if (strlen (operators[i]) == (size_t) (end - begin)
        && !strncmp (operators[i], begin, (size_t) (end - begin)))
      return true;
  return false;
}

void
rp_c_check_clauses (rp_walker *w, const rp_c_directive *d)
{
  for (size_t i = 0; i < d->clauses.count; i++)
    {
      const rp_c_clause *clause = &d->clauses.items[i];
      bool is_known = false;
      for (size_t k = 0; k < sizeof known_clauses / sizeof *known_clauses; k++)
        is_known |= !strcmp (known_clauses[k], clause->name);
      if (!is_known)
        rp_c_note (w, d->at, true, "the clause %s is not handled", clause->name);
      for (uint32_t k = 0; k < clause->count; k++)
        if (rp_c_assigns_something (clause->arguments[k]))
          rp_c_note (w, d->at, true, "how often the clause %s assigns is not known", clause->name);
      if (!strcmp (clause->name, "depend") && clause->text && !rp_c_is_plain_depend (clause->text))
        rp_c_note (w, d->at, true, "depend (%s) is not handled", clause->text);
      if (!strcmp (clause->name, "reduction") && clause->text
          && (!is_known_reduction (clause->text)
              || !strncmp (clause->text + strspn (clause->text, " \t"), "task", 4)))
        rp_c_note (w, d->at, true, "reduction (%s) is not handled", clause->text);
      if (!strcmp (clause->name, "default") && clause->text && !strstr (clause->text, "shared")
          && !strstr (clause->text, "none"))
        rp_c_note (w, d->at, true, "default (%s) is not handled", clause->text);
    }
}

/* Returns the first argument of the clause NAME, or NULL. */
const rp_c_node *
rp_c_argument (const rp_c_directive *d, const char *name)
{
  const rp_c_clause *clause = rp_c_clause_find (d, name);
  return clause && clause->count ? clause->arguments[0] : NULL;
}

const rp_c_node *
rp_c_condition_of (const rp_c_directive *d, const char *construct)
{
  for (size_t i = 0; i < d->clauses.count; i++)
    {
      const rp_c_clause *clause = &d->clauses.items[i];
      if (strcmp (clause->name, "if") || !clause->count)
        continue;
      const char *word = clause->text + strspn (clause->text, " \t");
      size_t length = strspn (word, "abcdefghijklmnopqrstuvwxyz ");
      bool is_for_one = length && word[length] == ':';
      while (length && word[length - 1] == ' ')
        length--;
      if (!is_for_one || (strlen (construct) == length && !strncmp (word, construct, length)))
        return clause->arguments[0];
    }
  return NULL;
}

int64_t
rp_c_integer_argument (const rp_c_directive *d, const char *name, int64_t otherwise)
{
  const rp_c_clause *clause = rp_c_clause_find (d, name);
  char *end = NULL;
  if (!clause || !clause->text)
    return otherwise;
  long value = strtol (clause->text, &end, 0);
  return end != clause->text && !end[strspn (end, " \t")] && value > 0 ? value : 0;
}

void
rp_c_read_firstprivates (rp_walker *w, const rp_c_directive *d)
{
  for (size_t i = 0; i < d->clauses.count; i++)
    for (uint32_t k = 0;
         k < d->clauses.items[i].count && !strcmp (d->clauses.items[i].name, "firstprivate"); k++)
      if (d->clauses.items[i].arguments[k]->kind == RP_C_NAME)
        rp_c_read_original (w, d->clauses.items[i].arguments[k]);
  rp_c_flush (w);
}

/* ---- data ---- */

rp_c_renamed *
rp_c_rename (rp_walker *w, rp_c_renamed_list *names, const rp_c_decl *decl, bool keeps_value)
{
  uint32_t old = rp_c_variable_of (w, decl);
  rp_c_value value = w->variables.items[old].value;
  if (keeps_value && w->form && !w->variables.items[old].is_private
      && w->by_decl.is_written[decl->index])
    value = (rp_c_value) { .is_derived = true };
  else if (keeps_value && w->form && !value.pointer && !w->variables.items[old].is_private
           && decl->type->kind == RP_C_POINTER)
    {
      rp_c_node name = { .kind = RP_C_NAME, .decl = (rp_c_decl *) decl, .type = decl->type };
      value.pointer = rp_c_load_pointer (w, rp_c_locate (w, &name));
      value.dims = (uint32_t) w->dims.count;
    }
  for (size_t i = 0; i < names->list.count; i++)
    if (names->list.items[i].decl == decl)
      return &names->list.items[i];
  uint32_t variable = rp_c_make_private (w, decl);
  if (keeps_value && w->variables.items[variable].is_hidden)
    w->variables.items[variable].value = value;
  RP_VEC_PUSH (&names->list, (rp_c_renamed) { decl, old, false, false });
  return &RP_VEC_LAST (&names->list);
}

void
rp_c_read_original (rp_walker *w, const rp_c_node *item)
{
  const rp_c_location *from = rp_c_locate (w, item);
  rp_c_record (w, from, false, item);
}

bool
rp_c_is_in_clause (const rp_c_directive *d, const char *name, const rp_c_decl *decl)
{
  for (size_t i = 0; i < d->clauses.count; i++)
    for (uint32_t k = 0; k < d->clauses.items[i].count && !strcmp (d->clauses.items[i].name, name);
         k++)
      if (d->clauses.items[i].arguments[k]->decl == decl)
        return true;
  return false;
}

/* DECL is a pointer in a reduction over an array section. Gives the private copy of DECL memory of its own, or notes
 * that the reduction is not handled. */
static void
take_section (rp_walker *w, const rp_c_directive *d, const rp_c_decl *decl)
{
  uint32_t variable = rp_c_variable_of (w, decl);
  if (!w->variables.items[variable].is_hidden || rp_c_has_lanes (d) || strstr (d->name, "task"))
    rp_c_note (w, d->at, true, "this reduction of an array section is not handled");
  else
    rp_c_give_memory (w, variable);
}

/* Records a write to the array that the pointer NAME points to, since the private copy from take_section is
 * combined with this array. Which elements are written is not known. */
static void
write_section (rp_walker *w, const rp_c_node *name)
{
  const rp_c_location *target = rp_c_load_pointer (w, rp_c_locate (w, name));
  if (!target)
    {
      rp_c_note (w, name->at, true, "where %s points to is not known", name->text);
      return;
    }
  rp_c_location whole = *target;
  isl_pw_aff *subscripts[target->count];
  memcpy (subscripts, target->subscripts, target->count * sizeof *subscripts);
  subscripts[target->count - 1] = NULL;
  whole.subscripts = subscripts;
  rp_c_record (w, &whole, true, name);
}

/* Makes the variables in the clauses of D private, and adds them to NAMES. Records the reads of firstprivate originals,
 * unless they are read before the team begins. The read of a variable that is lastprivate, too, is not recorded: the
 * construct waits for all these reads before it writes the original [OpenMP 5.1, 2.21.4.5]. */
void
rp_c_take_data (rp_walker *w, const rp_c_directive *d, rp_c_renamed_list *names)
{
  bool is_before = !strncmp (d->name, "parallel", 8) || !strncmp (d->name, "target", 6)
                   || !strncmp (d->name, "teams", 5);
  for (size_t i = 0; i < d->clauses.count; i++)
    {
      const rp_c_clause *clause = &d->clauses.items[i];
      const char *name = clause->name;
      bool is_first = !strcmp (name, "firstprivate"), is_last = !strcmp (name, "lastprivate");
      bool is_reduced = !strcmp (name, "reduction");
      bool is_linear = !strcmp (name, "linear");
      bool is_plain = !strcmp (name, "private") || !strcmp (name, "in_reduction");
      if (!is_first && !is_last && !is_reduced && !is_linear && !is_plain)
        continue;
      for (uint32_t k = 0; k < clause->count; k++)
        {
          const rp_c_node *item = clause->arguments[k];
          if (item->kind != RP_C_NAME || !item->decl)
            continue;
          if (is_first && !is_before && !rp_c_is_in_clause (d, "lastprivate", item->decl))
            rp_c_read_original (w, item);
          rp_c_renamed *one = rp_c_rename (w, names, item->decl, is_first);
          one->is_reduced |= is_reduced;
          if (is_reduced && item->decl->type->kind == RP_C_POINTER)
            take_section (w, d, item->decl);
          one->is_last |= is_last || is_linear;
        }
    }
  rp_c_flush (w);
}

static bool
is_renamed (const rp_c_renamed_list *names, const rp_c_decl *decl)
{
  for (size_t i = 0; names && i < names->list.count; i++)
    if (names->list.items[i].decl == decl)
      return true;
  return false;
}

void
rp_c_share_privates (rp_walker *w, const rp_c_node *body, const rp_c_renamed_list *names,
                     rp_c_variable_list *unhidden)
{
  for (size_t i = 0; i < w->program->decls.count; i++)
    {
      const rp_c_decl *decl = w->program->decls.items[i];
      uint32_t variable = w->by_decl.current[i];
      if (variable == RP_C_NONE || !w->variables.items[variable].is_hidden
          || is_renamed (names, decl) || !rp_c_assigns (body, decl))
        continue;
      w->variables.items[variable].is_hidden = false;
      rp_c_forget (w, variable, true);
      for (uint32_t k = variable + 1; k < w->variables.count; k++)
        if (w->variables.items[k].parent == variable && w->variables.items[k].member)
          w->variables.items[k].is_hidden = false;
      RP_VEC_PUSH (unhidden, variable);
    }
}

void
rp_c_restore_names (rp_walker *w, rp_c_renamed_list *names)
{
  for (size_t i = names->list.count; i-- > 0;)
    w->by_decl.current[names->list.items[i].decl->index] = names->list.items[i].old;
}

/* Records writes to the originals that get a value at the end of the construct: of lastprivate and linear variables if
 * IS_LAST, else of reductions. */
void
rp_c_write_originals (rp_walker *w, const rp_c_directive *d, const rp_c_renamed_list *names,
                      bool is_last)
{
  for (size_t i = 0; i < names->list.count; i++)
    {
      const rp_c_renamed *one = &names->list.items[i];
      if (!(is_last ? one->is_last : one->is_reduced))
        continue;
      rp_c_node name = { .kind = RP_C_NAME,
                         .at = d->at,
                         .decl = (rp_c_decl *) one->decl,
                         .text = one->decl->name,
                         .type = one->decl->type };
      for (size_t k = 0; k < d->clauses.count; k++)
        for (uint32_t j = 0; j < d->clauses.items[k].count; j++)
          if (d->clauses.items[k].arguments[j]->decl == one->decl)
            {
              name.at = d->clauses.items[k].arguments[j]->at;
              name.span = d->clauses.items[k].arguments[j]->span;
            }
      if (!is_last && one->decl->type->kind == RP_C_POINTER)
        {
          write_section (w, &name);
          continue;
        }
      rp_c_record (w, rp_c_locate (w, &name), true, &name);
      rp_c_forget (w, rp_c_variable_of (w, one->decl), true);
    }
  rp_c_flush (w);
}

bool
rp_c_has_last (const rp_c_renamed_list *names)
{
  for (size_t i = 0; i < names->list.count; i++)
    if (names->list.items[i].is_last)
      return true;
  return false;
}

uint32_t
rp_c_section_variable (rp_walker *w, const char *name)
{
  for (uint32_t i = 0; i < w->variables.count; i++)
    if (!w->variables.items[i].decl && !strcmp (w->variables.items[i].name, name))
      return i;
  return rp_c_pseudo_variable (w, name, NULL);
}

/* Records that each thread combines its copies of reduction variables with the originals, in a section that excludes
 * other threads. */
void
rp_c_combine_reductions (rp_walker *w, const rp_c_directive *d, const rp_c_renamed_list *names)
{
  rp_c_flush (w);
  RP_VEC_PUSH (&w->held,
               (rp_c_held_section) { .variable = rp_c_section_variable (w, "(reduction)") });
  rp_c_write_originals (w, d, names, false);
  w->held.count--;
}

/* ---- domains ---- */

void
rp_c_restrict (rp_walker *w, isl_set *taken)
{
  rp_c_flush (w);
  w->domain = isl_set_intersect (isl_set_copy (w->domain), taken);
}

void
rp_c_leave_domain (rp_walker *w, isl_set *outer)
{
  rp_c_flush (w);
  isl_set_free (w->domain);
  w->domain = outer;
}

isl_set *
rp_c_where_equal (isl_pw_aff *a, isl_pw_aff *b)
{
  return isl_pw_aff_eq_set (isl_pw_aff_copy (a), isl_pw_aff_copy (b));
}

int64_t
rp_c_constant_value (isl_pw_aff *value)
{
  if (!value || isl_pw_aff_is_cst (value) != isl_bool_true || isl_pw_aff_n_piece (value) != 1)
    return 0;
  isl_set *domain = isl_pw_aff_domain (isl_pw_aff_copy (value));
  isl_val *number = isl_pw_aff_eval (isl_pw_aff_copy (value), isl_set_sample_point (domain));
  int64_t result = isl_val_is_int (number) == isl_bool_true ? isl_val_get_num_si (number) : 0;
  isl_val_free (number);
  return result;
}
