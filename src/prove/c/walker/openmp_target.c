/* target and teams, as the host executes them [OpenMP 5.1, 2.14, 2.7]. There is one memory: mapped variables are the
 * originals. The teams of a league are threads, each of which may make a team of its own.
 *
 * A combined `teams distribute parallel for' is treated as one flat team of all threads of all teams, since no code
 * stands between the constructs. */
#include "prove/c/walker/openmp.h"

#include <string.h>

const rp_c_team *
rp_c_league_of (const rp_walker *w)
{
  const rp_c_team *team = w->around.team;
  while (team && !team->is_league && !team->is_flat)
    team = team->outer;
  return team;
}

/* Whether some clause of D for data names DECL. */
static bool
is_in_some_clause (const rp_c_directive *d, const rp_c_decl *decl)
{
  static const char *const clauses[]
    = { "map",       "shared", "private",       "firstprivate",   "lastprivate",
        "reduction", "linear", "is_device_ptr", "has_device_addr" };
  for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++)
    if (rp_c_is_in_clause (d, clauses[i], decl))
      return true;
  return false;
}

/* Returns whether `defaultmap (TEXT)' makes variables of KIND shared with the host, where a region would get copies of
 * them otherwise. Stores in *IS_KNOWN whether the clause is one that is understood. */
static bool
maps_to_host (const char *text, rp_c_type_kind kind, bool *is_known)
{
  enum
  {
    ROOM = 32
  };
  char packed[ROOM] = "";
  size_t length = 0;
  for (; *text && length < ROOM - 1; text++)
    if (*text != ' ' && *text != '\t')
      packed[length++] = *text;
  packed[length] = 0;
  bool is_all = !strcmp (packed, "tofrom") || !strcmp (packed, "tofrom:all");
  bool is_scalar = !strcmp (packed, "tofrom:scalar"),
       is_pointer = !strcmp (packed, "tofrom:pointer");
  /* Without a clause, aggregates are shared with the host, scalars and pointers are copied. With `none', every variable
   * is in some clause. */
  *is_known = is_all || is_scalar || is_pointer || !strcmp (packed, "tofrom:aggregate")
              || !strcmp (packed, "firstprivate:scalar") || !strcmp (packed, "firstprivate:pointer")
              || !strncmp (packed, "none", 4) || !strncmp (packed, "default", 7);
  return is_all || (kind == RP_C_POINTER ? is_pointer : is_scalar);
}

/* Returns whether a defaultmap clause of D makes variables of KIND shared with the host. */
static bool
is_shared_with_host (const rp_c_directive *d, rp_c_type_kind kind)
{
  bool is_shared = false, is_known = false;
  for (size_t i = 0; i < d->clauses.count; i++)
    if (!strcmp (d->clauses.items[i].name, "defaultmap") && d->clauses.items[i].text)
      is_shared |= maps_to_host (d->clauses.items[i].text, kind, &is_known);
  return is_shared;
}

/* Notes the defaultmap clauses of D that are not understood. */
static void
note_defaultmaps (rp_walker *w, const rp_c_directive *d)
{
  for (size_t i = 0; i < d->clauses.count; i++)
    {
      const rp_c_clause *clause = &d->clauses.items[i];
      bool is_known = true;
      if (!strcmp (clause->name, "defaultmap") && clause->text)
        maps_to_host (clause->text, RP_C_POINTER, &is_known);
      if (!is_known)
        rp_c_note (w, d->at, true, "defaultmap (%s) is not handled", clause->text);
    }
}

/* Records that the region of D reads DECL when it makes a copy of it. No other thread writes the variable before the
 * outermost construct, so nothing is recorded there. */
static void
read_at_entry (rp_walker *w, const rp_c_directive *d, const rp_c_decl *decl)
{
  rp_c_node name = { .kind = RP_C_NAME,
                     .at = d->at,
                     .decl = (rp_c_decl *) decl,
                     .text = decl->name,
                     .type = decl->type };
  if (w->path.count && !w->variables.items[w->by_decl.current[decl->index]].is_hidden)
    rp_c_read_original (w, &name);
}

/* A target region gets its own copies of the scalars and pointers that no clause names [OpenMP 5.1, 2.21.7], unless
 * defaultmap says otherwise. Makes these copies, but only of variables to which the region assigns: the others need
 * none. For a static variable, makes no copy and adds a note (rp_c_note), since it may be a variable of the device. */
static void
copy_scalars (rp_walker *w, const rp_c_node *node, rp_c_renamed_list *names)
{
  const rp_c_directive *d = node->directive;
  note_defaultmaps (w, d);
  for (size_t i = 0; i < w->program->decls.count; i++)
    {
      const rp_c_decl *decl = w->program->decls.items[i];
      if (decl->is_function || decl->type->kind > RP_C_POINTER || w->by_decl.current[i] == RP_C_NONE
          || is_in_some_clause (d, decl) || is_shared_with_host (d, decl->type->kind)
          || !rp_c_assigns (node->children[0], decl)
          || rp_c_find_declaration (node->children[0], decl))
        continue;
      if (decl->is_static)
        rp_c_note (w, d->at, true,
                   "whether %s is a copy here or a variable of the device is not known",
                   decl->name);
      else
        {
          read_at_entry (w, d, decl);
          rp_c_rename (w, names, decl, true);
        }
    }
  rp_c_flush (w);
}

/* Whether a directive is only about the memory of devices. The host has only one memory. */
bool
rp_c_is_about_memory (const char *name)
{
  static const char *const names[]
    = { "target data", "target update", "target enter data", "target exit data" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp (name, names[i]))
      return true;
  return false;
}

void
rp_c_walk_target (rp_walker *w, const rp_c_node *node, const char *rest)
{
  const rp_c_directive *d = node->directive;
  rp_c_renamed_list names = { 0 };
  if (rp_c_clause_find (d, "nowait") || rp_c_clause_find (d, "depend"))
    rp_c_note (w, d->at, true,
               "%s with nowait or depend is a task of its own, which is not handled", d->name);
  if (rp_c_is_about_memory (d->name))
    {
      if (node->count)
        rp_c_walk (w, node->children[0]);
      return;
    }
  copy_scalars (w, node, &names);
  if (*rest) /* the inner construct handles the clauses */
    rp_c_walk_rest (w, node, rest, false);
  else
    {
      if (w->path.count)
        rp_c_read_firstprivates (w, d);
      rp_c_take_data (w, d, &names);
      rp_c_walk (w, node->children[0]);
    }
  rp_c_restore_names (w, &names);
  RP_VEC_CLEAR (&names.list);
}

void
rp_c_walk_teams (rp_walker *w, const rp_c_node *node, const char *rest)
{
  static const struct
  {
    const char *combined, *alone;
  } flat[] = { { "distribute", "for" },
               { "distribute simd", "for simd" },
               { "distribute parallel for", "for" },
               { "distribute parallel for simd", "for simd" },
               { "loop", "loop" } };
  for (size_t i = 0; i < sizeof flat / sizeof *flat; i++)
    if (!strcmp (rest, flat[i].combined))
      {
        rp_c_walk_parallel (w, node, flat[i].alone, RP_C_FLAT);
        return;
      }
  if (*rest)
    rp_c_note (w, node->directive->at, true, "the directive %s is not handled",
               node->directive->name);
  else
    rp_c_walk_parallel (w, node, "", RP_C_LEAGUE);
}

/* Walks through distribute, inside a teams construct. */
void
rp_c_walk_distribute (rp_walker *w, const rp_c_node *node, const char *rest)
{
  const rp_c_directive *d = node->directive;
  if (!w->around.team || !w->around.team->is_league)
    rp_c_note (w, d->at, true, "%s in no teams construct that is seen", d->name);
  else if (!*rest || !strcmp (rest, "simd"))
    rp_c_walk_shared_loop (w, node, true);
  else if (!strcmp (rest, "parallel for"))
    rp_c_walk_parallel (w, node, "for", RP_C_TEAM);
  else if (!strcmp (rest, "parallel for simd"))
    rp_c_walk_parallel (w, node, "for simd", RP_C_TEAM);
  else
    rp_c_note (w, d->at, true, "the directive %s is not handled", d->name);
}

/* Adds a choice of the team that executes an iteration of `distribute parallel for'. */
void
rp_c_choose_team (rp_walker *w, const rp_c_directive *d)
{
  const rp_c_team *league = w->around.team->outer;
  if (!strstr (d->name, "distribute") || !league || !league->is_league)
    return;
  isl_pw_aff **key = rp_arena_alloc (&w->program->arena, (w->dims.count + 1) * sizeof *key);
  uint32_t count = 0;
  for (uint32_t i = 0; i < w->dims.count; i++)
    if (i != w->around.team->dim && i != league->dim)
      key[count++] = rp_c_dimension (w, i);
  RP_VEC_PUSH (&w->choices, (rp_c_choice) { w->choice_numbers++, league->dim, key, count,
                                            (uint32_t) w->dims.count });
}
