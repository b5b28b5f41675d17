/* Parameters: the proof holds for all their values. Each parameter has a name of its own, and the range of its type. A
 * function may have thousands of parameters, of which a region uses few, so each range is a set of its own. */
#include "prove/c/walker/walker.h"

#include <isl/set.h>
#include <isl/space.h>
#include <string.h>

static bool
is_named (const rp_walker *w, const char *name)
{
  return rp_c_find_parameter (w, name) != NULL;
}

rp_c_parameter_entry *
rp_c_find_parameter (const rp_walker *w, const char *name)
{
  for (uint32_t i = rp_c_chains_last (&w->params.by_name, rp_c_hash_text (name)); i != RP_C_NO_ITEM;
       i = rp_c_chains_before (&w->params.by_name, i))
    if (!strcmp (w->params.list.items[i].name, name))
      return &w->params.list.items[i];
  return NULL;
}

/* Returns NAME, with a number behind it if another parameter has that name already. */
static const char *
unique_name (rp_walker *w, const char *name)
{
  if (!is_named (w, name))
    return name;
  uint64_t *number = rp_map_insert (&w->params.name_numbers, rp_c_hash_text (name), NULL);
  uint64_t at = *number ? *number : 2;
  const char *unique;
  while (is_named (
    w, unique = rp_arena_format (&w->program->arena, "%s_%llu", name, (unsigned long long) at)))
    at++;
  *number = at + 1;
  return unique;
}

isl_pw_aff *
rp_c_parameter (rp_walker *w, const char *name, bool is_derived, rp_place at)
{
  rp_c_parameter_entry entry = { .name = unique_name (w, name) };
  if (is_derived)
    {
      entry.note = RP_NEW (&w->program->arena, rp_inexact);
      *entry.note
        = (rp_inexact) { at,
                         rp_arena_format (&w->program->arena,
                                          "the value of %s is not affine; any value is considered",
                                          name),
                         false };
    }
  RP_VEC_PUSH (&w->params.list, entry);
  rp_c_chains_add (&w->params.by_name, rp_c_hash_text (entry.name));
  isl_space *space = isl_space_set_from_params (isl_space_params_alloc (w->isl, 1));
  space = isl_space_set_dim_name (space, isl_dim_param, 0, entry.name);
  isl_aff *value = isl_aff_var_on_domain (isl_local_space_from_space (space), isl_dim_param, 0);
  return rp_c_pool (w, isl_pw_aff_from_aff (value));
}

/* Returns the type of the numbers -2^BITS .. 2^BITS - 1. */
static rp_c_type
small_type (uint32_t bits)
{
  return (rp_c_type) { .kind = RP_C_INTEGER, .spelling = "", .bits = bits + 1 };
}

void
rp_c_bound_parameter (rp_walker *w, isl_pw_aff *parameter, const rp_c_type *type)
{
  static const uint32_t small_bits[RP_C_RANGES] = { 0, RP_C_SMALL_BITS, RP_C_FACTOR_BITS };
  const char *name = isl_pw_aff_get_dim_name (parameter, isl_dim_param, 0);
  /* if there is no name, isl has given up; that is reported at the end of the region */
  rp_c_parameter_entry *entry = name ? rp_c_find_parameter (w, name) : NULL;
  if (!entry || !type || type->kind != RP_C_INTEGER || !type->bits)
    return;
  for (int i = 0; i < RP_C_RANGES; i++)
    {
      isl_set *range = rp_c_where_fits (w, parameter, type);
      if (i && type->bits >= 64)
        {
          rp_c_type small = small_type (small_bits[i]);
          range = isl_set_intersect (range, rp_c_where_fits (w, parameter, &small));
        }
      entry->ranges[i] = isl_set_params (range);
    }
  if (type->bits >= 64)
    RP_VEC_PUSH (&w->params.large, (rp_c_large_input) { entry->name, 0 });
}

isl_set *
rp_c_in_ranges (rp_walker *w, isl_set *set, isl_space *space, int which)
{
  int count = isl_space_dim (space, isl_dim_param);
  for (int i = 0; i < count; i++)
    {
      const char *name = isl_space_get_dim_name (space, isl_dim_param, (unsigned) i);
      const rp_c_parameter_entry *entry = rp_c_find_parameter (w, name);
      if (entry && entry->ranges[which])
        set = isl_set_intersect_params (set, isl_set_copy (entry->ranges[which]));
    }
  isl_space_free (space);
  return set;
}

void
rp_c_forget_parameters (rp_walker *w)
{
  for (size_t i = 0; i < w->params.list.count; i++)
    for (int k = 0; k < RP_C_RANGES; k++)
      isl_set_free (w->params.list.items[i].ranges[k]);
  w->params.list.count = 0;
  w->params.large.count = 0;
  rp_c_chains_clear (&w->params.by_name);
  rp_map_clear (&w->params.name_numbers);
}
