/* PolyLib counts points of polytopes: one disjoint convex piece at a time, with isl's divisions as
 * dimensions of their own (each point has exactly one value of them). */
#include "polylib_count.h"

#define LINEAR_VALUE_IS_LONGLONG
#include <fcntl.h>
#include <isl/constraint.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>
#include <polylib/polylib64.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MAX_RAYS 1024

/* The library keeps matrices that nobody frees. */
#ifdef __SANITIZE_ADDRESS__
const char *__asan_default_options (void);

const char *
__asan_default_options (void)
{
  return "detect_leaks=0";
}
#endif

typedef struct rows
{
  Matrix *matrix;
  unsigned row;
  int params, dims; /* dims: those counted */
} rows;

static long long
number (isl_val *value)
{
  long long result = isl_val_get_num_si (value);
  isl_val_free (value);
  return result;
}

/* PolyLib's rows: 0 for = or 1 for >=, the counted dimensions, the parameters, the constant. */
static isl_stat
add_row (isl_constraint *constraint, void *context)
{
  rows *r = context;
  Value *row = r->matrix->p[r->row++];
  row[0] = isl_constraint_is_equality (constraint) ? 0 : 1;
  for (int i = 0; i < r->dims; i++)
    row[1 + i] = number (isl_constraint_get_coefficient_val (constraint, isl_dim_set, i));
  for (int i = 0; i < r->params; i++)
    row[1 + r->dims + i]
      = number (isl_constraint_get_coefficient_val (constraint, isl_dim_param, i));
  row[1 + r->dims + r->params] = number (isl_constraint_get_constant_val (constraint));
  isl_constraint_free (constraint);
  return isl_stat_ok;
}

struct polylib_count
{
  Enumeration *pieces[256];
  size_t count;
  int params;
};

/* The library prints what it finds. */
static Enumeration *
enumerate_quietly (Polyhedron *polytope, Polyhedron *context, const char **names)
{
  fflush (stdout);
  int saved = dup (STDOUT_FILENO), nothing = open ("/dev/null", O_WRONLY);
  dup2 (nothing, STDOUT_FILENO);
  Enumeration *result = Polyhedron_Enumerate (polytope, context, MAX_RAYS, names);
  fflush (stdout);
  dup2 (saved, STDOUT_FILENO);
  close (saved);
  close (nothing);
  return result;
}

static isl_stat
add_piece (isl_basic_set *set, void *context)
{
  polylib_count *c = context;
  set = isl_basic_set_flatten (isl_basic_set_lift (set)); /* divisions become dimensions */
  rows r = { .params = isl_basic_set_dim (set, isl_dim_param),
             .dims = isl_basic_set_dim (set, isl_dim_set) };
  unsigned columns = (unsigned) (2 + r.params + r.dims);
  r.matrix = Matrix_Alloc ((unsigned) isl_basic_set_n_constraint (set) + 1, columns);
  isl_basic_set_foreach_constraint (set, add_row, &r);
  r.matrix->p[r.row][0] = 1; /* 1 >= 0, so that there is a row */
  r.matrix->p[r.row++][columns - 1] = 1;
  r.matrix->NbRows = r.row;
  Polyhedron *polytope = Constraints2Polyhedron (r.matrix, MAX_RAYS);
  Polyhedron *all = Universe_Polyhedron ((unsigned) r.params);
  const char *names[64];
  for (int i = 0; i < r.params; i++)
    names[i] = "p";
  c->params = r.params;
  c->pieces[c->count++] = enumerate_quietly (polytope, all, names);
  Polyhedron_Free (polytope);
  Polyhedron_Free (all);
  Matrix_Free (r.matrix);
  isl_basic_set_free (set);
  return c->count < sizeof c->pieces / sizeof *c->pieces ? isl_stat_ok : isl_stat_error;
}

polylib_count *
polylib_count_new (isl_map *map)
{
  polylib_count *c = calloc (1, sizeof *c);
  int params = isl_map_dim (map, isl_dim_param), dims = isl_map_dim (map, isl_dim_in);
  isl_set *set = isl_set_flatten (isl_map_wrap (isl_map_copy (map)));
  for (int i = 0; i < dims; i++)
    {
      char name[16];
      snprintf (name, sizeof name, "x%d", i);
      set = isl_set_set_dim_name (set, isl_dim_set, (unsigned) i, name);
    }
  set = isl_set_move_dims (set, isl_dim_param, (unsigned) params, isl_dim_set, 0, (unsigned) dims);
  set = isl_set_compute_divs (isl_set_make_disjoint (set));
  isl_set_foreach_basic_set (set, add_piece, c);
  isl_set_free (set);
  return c;
}

int64_t
polylib_count_at (const polylib_count *c, const int64_t *values)
{
  Value arguments[64] = { 0 };
  int64_t sum = 0;
  for (int i = 0; i < c->params; i++)
    arguments[i] = values[i];
  for (size_t i = 0; i < c->count; i++)
    {
      Value *count = compute_poly (c->pieces[i], arguments);
      sum += *count;
      free (count);
    }
  return sum;
}

void
polylib_count_free (polylib_count *c)
{
  for (size_t i = 0; i < c->count; i++)
    Enumeration_Free (c->pieces[i]);
  free (c);
}
