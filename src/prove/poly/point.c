#include "prove/poly/point.h"

#include <isl/ilp.h>
#include <isl/point.h>
#include <isl/space.h>
#include <isl/val.h>

bool
rp_query_holds (const rp_query *query, const int64_t *point)
{
  int64_t values[query->symbols->variables + 1];
  for (uint32_t i = 0; i < query->symbols->variables; i++)
    values[i] = 0;
  for (uint32_t i = 0; i < query->layout.params + query->layout.dims; i++)
    values[query->layout.atoms[i]] = point[i];
  for (uint32_t i = 0; i < query->condition_count; i++)
    {
      __int128 value;
      if (!rp_poly_evaluate (query->symbols, query->conditions[i].value, values, &value))
        return false;
      if (query->conditions[i].is_equality ? value != 0 : value < 0)
        return false;
    }
  return true;
}

static __isl_give isl_set *
without_params (__isl_take isl_set *set)
{
  int params = isl_set_dim (set, isl_dim_param);
  if (params < 0)
    return isl_set_free (set);
  return isl_set_move_dims (set, isl_dim_set, 0, isl_dim_param, 0, (unsigned) params);
}

bool
rp_point_coordinate (__isl_keep isl_point *point, int position, int64_t *value)
{
  isl_val *coordinate = isl_point_get_coordinate_val (point, isl_dim_set, position);
  bool is_small = coordinate && isl_val_is_int (coordinate) == isl_bool_true
                  && isl_val_cmp_si (coordinate, INT64_MAX / 4) <= 0
                  && isl_val_cmp_si (coordinate, INT64_MIN / 4) >= 0;
  if (is_small)
    *value = isl_val_get_num_si (coordinate);
  isl_val_free (coordinate);
  return is_small;
}

/* Restricts *SET to the least value of dimension DIM. Returns false, and keeps the points of *SET, if DIM has no
 * least value, or if the restricted set is empty. It can be empty because isl sometimes overlooks that a basic set
 * is empty. */
static bool
fix_least (isl_set **set, int dim)
{
  *set = isl_set_coalesce (isl_set_detect_equalities (*set));
  isl_val *least = isl_set_dim_min_val (isl_set_copy (*set), dim);
  isl_set *fixed = NULL;
  if (least && isl_val_is_int (least) == isl_bool_true)
    fixed
      = isl_set_fix_val (isl_set_copy (*set), isl_dim_set, (unsigned) dim, isl_val_copy (least));
  isl_val_free (least);
  if (isl_set_is_empty (fixed) != isl_bool_false)
    {
      isl_set_free (fixed);
      return false;
    }
  isl_set_free (*set);
  *set = fixed;
  return true;
}

/* Restricts *SET to points where dimension DIM is not negative, if it has any. */
static void
prefer_natural (isl_set **set, int dim)
{
  isl_set *natural = isl_set_lower_bound_si (isl_set_copy (*set), isl_dim_set, (unsigned) dim, 0);
  bool is_possible = isl_set_is_empty (natural) == isl_bool_false;
  isl_set_free (is_possible ? *set : natural);
  *set = is_possible ? natural : *set;
}

bool
rp_point_small (__isl_take isl_set *set, int64_t *point)
{
  int params = isl_set_dim (set, isl_dim_param);
  set = without_params (set);
  int dims = isl_set_dim (set, isl_dim_set);
  for (int i = 0; i < params; i++)
    prefer_natural (&set, i);
  for (int i = 0; i < params; i++)
    if (!fix_least (&set, i))
      break;
  isl_point *sample = isl_set_sample_point (set);
  bool is_good = sample && isl_point_is_void (sample) == isl_bool_false;
  for (int i = 0; i < dims && is_good; i++)
    is_good = rp_point_coordinate (sample, i, &point[i]);
  isl_point_free (sample);
  return is_good;
}

bool
rp_point_is_in (__isl_keep isl_set *set, const int64_t *point)
{
  set = without_params (isl_set_copy (set));
  int dims = isl_set_dim (set, isl_dim_set);
  for (int i = 0; i < dims; i++)
    set = isl_set_fix_val (set, isl_dim_set, (unsigned) i,
                           isl_val_int_from_si (isl_set_get_ctx (set), point[i]));
  bool is_in = isl_set_is_empty (set) == isl_bool_false;
  isl_set_free (set);
  return is_in;
}

/* ---- enumeration ---- */

#define MAX_POINTS 3000
#define WIDTH 4        /* tries the least value of each parameter and the next WIDTH values */
#define MAX_CHOICES 48 /* at most so many combinations of parameters are tried */

typedef struct search
{
  const rp_query *query;
  uint32_t dims;
  uint32_t points;
  int64_t *point;
  bool is_found;
} search;

static isl_stat
try_point (__isl_take isl_point *sample, void *context)
{
  search *s = context;
  bool is_good = ++s->points <= MAX_POINTS;
  for (uint32_t i = 0; i < s->dims && is_good; i++)
    is_good = rp_point_coordinate (sample, (int) i, &s->point[i]);
  isl_point_free (sample);
  s->is_found = is_good && rp_query_holds (s->query, s->point);
  return is_good && !s->is_found ? isl_stat_ok : isl_stat_error;
}

static bool
try_params (search *s, __isl_keep isl_set *set, const int64_t *params)
{
  set = isl_set_copy (set);
  for (uint32_t i = 0; i < s->query->layout.params; i++)
    set = isl_set_fix_val (set, isl_dim_set, i,
                           isl_val_int_from_si (isl_set_get_ctx (set), params[i]));
  if (isl_set_is_empty (set) == isl_bool_false && isl_set_is_bounded (set) == isl_bool_true)
    isl_set_foreach_point (set, try_point, s);
  isl_set_free (set);
  return s->is_found;
}

/* Tries at most MAX_CHOICES combinations of parameter values, ordered by the sum of their distances from the least
 * values: small sums come first. Tries none if a parameter has no least value. */
bool
rp_point_search (const rp_query *query, int64_t *point)
{
  uint32_t params = query->layout.params, choices = 0;
  search s = { .query = query, .dims = params + query->layout.dims, .point = point };
  isl_set *set = without_params (isl_set_copy (query->set));
  int64_t least[params + 1], values[params + 1];
  bool is_bounded = true;
  for (uint32_t i = 0; i < params && is_bounded; i++)
    {
      isl_val *value = isl_set_dim_min_val (isl_set_copy (set), (int) i);
      is_bounded
        = value && isl_val_is_int (value) == isl_bool_true && isl_val_cmp_si (value, INT32_MAX) < 0;
      least[i] = is_bounded ? isl_val_get_num_si (value) : 0;
      isl_val_free (value);
    }
  for (int64_t sum = 0; is_bounded && sum <= WIDTH * (int64_t) params && !s.is_found; sum++)
    {
      int64_t all = 1;
      for (uint32_t i = 0; i < params; i++)
        all = all > 4096 ? all : all * (WIDTH + 1);
      for (int64_t code = 0; code < all && choices < MAX_CHOICES && !s.is_found; code++)
        {
          int64_t rest = code, total = 0;
          for (uint32_t i = 0; i < params; i++, rest /= WIDTH + 1)
            {
              total += rest % (WIDTH + 1);
              values[i] = least[i] + rest % (WIDTH + 1);
            }
          if (total != sum)
            continue;
          choices++;
          try_params (&s, set, values);
        }
    }
  isl_set_free (set);
  return s.is_found;
}
