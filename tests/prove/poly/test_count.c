/* Counting by summation, against enumeration of the points and, where it is there, PolyLib's
 * Ehrhart polynomials. */
#include "base/rng.h"
#include "prove/poly/count.h"
#include "prove/poly/prove.h"
#include "test.h"

#include <isl/point.h>
#include <isl/space.h>
#include <isl/val.h>
#include <stdlib.h>
#include <string.h>

#ifdef RP_TEST_POLYLIB
#include "polylib_count.h"
#endif

static isl_stat
count_point (isl_point *point, void *context)
{
  isl_point_free (point);
  ++*(int64_t *) context;
  return isl_stat_ok;
}

/* The number of a with x -> a for parameter and x as given. */
static int64_t
enumerate (isl_map *map, const int64_t *values)
{
  int64_t count = 0;
  int params = isl_map_dim (map, isl_dim_param), dims = isl_map_dim (map, isl_dim_in);
  map = isl_map_copy (map);
  for (int i = 0; i < params + dims; i++)
    map = isl_map_fix_val (map, i < params ? isl_dim_param : isl_dim_in,
                           (unsigned) (i < params ? i : i - params),
                           isl_val_int_from_si (isl_map_get_ctx (map), values[i]));
  isl_set *set = isl_map_range (map);
  set = isl_set_project_out (set, isl_dim_param, 0, (unsigned) params);
  isl_set_foreach_point (set, count_point, &count);
  isl_set_free (set);
  return count;
}

static bool
is_in (isl_set *set, const int64_t *values)
{
  int params = isl_set_dim (set, isl_dim_param), dims = isl_set_dim (set, isl_dim_set);
  set = isl_set_copy (set);
  for (int i = 0; i < params + dims; i++)
    set = isl_set_fix_val (set, i < params ? isl_dim_param : isl_dim_set,
                           (unsigned) (i < params ? i : i - params),
                           isl_val_int_from_si (isl_set_get_ctx (set), values[i]));
  bool is_inside = isl_set_is_empty (set) == isl_bool_false;
  isl_set_free (set);
  return is_inside;
}

/* The function's value; every point of the domain is in exactly one piece. */
static bool
evaluate (const rp_poly_symbols *symbols, const rp_piecewise *function, const int64_t *values,
          int64_t *value)
{
  int found = 0;
  for (size_t i = 0; i < function->pieces.count; i++)
    if (is_in (function->pieces.items[i].domain, values))
      {
        __int128 numerator;
        rp_poly *poly = function->pieces.items[i].value;
        if (!rp_poly_evaluate (symbols, poly, values, &numerator) || numerator % poly->denominator)
          return false;
        *value = (int64_t) (numerator / poly->denominator);
        found++;
      }
  return found == 1;
}

typedef struct range
{
  int64_t least, most;
} range;

/* All points of the box that are in the domain. */
static bool
compare (isl_map *map, isl_set *domain, range box)
{
  rp_atoms atoms = { (uint32_t) isl_map_dim (map, isl_dim_param), 8 };
  uint32_t dims = atoms.params + (uint32_t) isl_map_dim (map, isl_dim_in);
  rp_poly_symbols symbols;
  rp_piecewise function = { 0 };
  rp_symbols_init (&symbols, rp_atoms_count (&atoms));
  int64_t values[64] = { 0 };
  bool is_good = true;
#ifdef RP_TEST_POLYLIB
  polylib_count *other = polylib_count_new (map);
#endif
  if (CHECK (rp_count (&symbols, &atoms, isl_map_copy (map), domain, &function)))
    {
      for (uint32_t i = 0; i < dims; i++)
        values[i] = box.least;
      for (uint32_t i = 0; i < dims || !dims;)
        {
          int64_t got = -1;
          if (is_in (domain, values))
            {
              is_good &= CHECK (evaluate (&symbols, &function, values, &got));
              is_good &= CHECK_INT (got, enumerate (map, values));
#ifdef RP_TEST_POLYLIB
              is_good &= CHECK_INT (got, polylib_count_at (other, values));
#endif
            }
          for (i = 0; i < dims && ++values[i] > box.most; i++)
            values[i] = box.least;
          if (!dims)
            break;
        }
    }
  else
    is_good = false;
#ifdef RP_TEST_POLYLIB
  polylib_count_free (other);
#endif
  rp_piecewise_clear (&function);
  rp_symbols_clear (&symbols);
  return is_good;
}

static const char *
print (const rp_poly_symbols *symbols, const rp_piecewise *function, rp_strbuf *text)
{
  static const char *const names[] = { "N", "x", "y", "z" };
  rp_strbuf_clear (text);
  for (size_t i = 0; i < function->pieces.count; i++)
    {
      rp_strbuf_add (text, i ? "; " : "");
      rp_poly_print (symbols, function->pieces.items[i].value, names, text);
    }
  return rp_strbuf_text (text);
}

TEST (known_counts)
{
  static const struct
  {
    const char *map, *domain, *count;
  } rows[] = {
    { "[N] -> { [] -> [a] : 0 <= a <= N }", "[N] -> { [] : N >= 0 }", "N + 1" },
    { "[N] -> { [] -> [a,b] : 0 <= b <= a < N }", "[N] -> { [] : N >= 0 }", "1/2*N*N + 1/2*N" },
    { "[N] -> { [] -> [a] : 0 <= a <= N and a mod 2 = 0 }", "[N] -> { [] : N >= 0 }",
      "floor(N/2) + 1" },
    /* QR: N k + i - (k k + k) / 2, with x = k, y = i */
    { "[N] -> { [x,y] -> [a,b] : 0 <= a <= N-2 and 0 <= b <= N-2-a and (a < x or (a = x and b < y))"
      " }",
      "[N] -> { [x,y] : 0 <= x <= N-2 and 0 <= y <= N-2-x }", "N*x - 1/2*x*x - 1/2*x + y" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      isl_ctx *isl = rp_prove_isl ();
      isl_map *map = isl_map_read_from_str (isl, rows[i].map);
      isl_set *domain = isl_set_read_from_str (isl, rows[i].domain);
      rp_atoms atoms = { 1, 4 };
      rp_poly_symbols symbols;
      rp_piecewise function = { 0 };
      rp_strbuf text = { 0 };
      rp_symbols_init (&symbols, rp_atoms_count (&atoms));
      CHECK (rp_count (&symbols, &atoms, isl_map_copy (map), domain, &function));
      CHECK_STR (print (&symbols, &function, &text), rows[i].count);
      compare (map, domain, (range) { 0, 5 });
      rp_strbuf_clear (&text);
      rp_piecewise_clear (&function);
      rp_symbols_clear (&symbols);
      isl_map_free (map);
      isl_set_free (domain);
      isl_ctx_free (isl);
    }
}

/* isl drops zero pieces of its own quasi-polynomials; ours are there. */
TEST (zero_pieces_are_kept)
{
  isl_ctx *isl = rp_prove_isl ();
  isl_map *map = isl_map_read_from_str (isl, "[N] -> { [x] -> [a] : 3 <= a < x }");
  isl_set *domain = isl_set_read_from_str (isl, "[N] -> { [x] : 0 <= x <= N }");
  compare (map, domain, (range) { 0, 7 });
  isl_map_free (map);
  isl_set_free (domain);
  isl_ctx_free (isl);
}

/* ---- random sets ---- */

static void
add_bound (rp_rng *rng, rp_strbuf *text, const char *name, const char *const *before, int count)
{
  static const char *const lows[] = { "0", "1", "-1" };
  rp_strbuf_format (text, "%s <= %s and ", lows[rp_rng_below (rng, 3)], name);
  int which = (int) rp_rng_below (rng, (uint64_t) count);
  switch (rp_rng_below (rng, 6))
    {
    case 0:
      rp_strbuf_format (text, "%s <= N", name);
      break;
    case 1:
      rp_strbuf_format (text, "%s <= N - %s", name, before[which]);
      break;
    case 2:
      rp_strbuf_format (text, "2*%s <= %s + 1", name, before[which]);
      break;
    case 3:
      rp_strbuf_format (text, "%s < %s", name, before[which]);
      break;
    case 4:
      rp_strbuf_format (text, "%s <= N and %s mod 2 = %s mod 2", name, name, before[which]);
      break;
    default:
      rp_strbuf_format (text, "%s <= %s and (%s - 1) mod 3 != 0", name, before[which], name);
    }
}

TEST (random_sets)
{
  static const char *const all[] = { "N", "x", "a", "b", "c" };
  rp_rng rng = rp_rng_from_seed (11);
  for (int round = 0; round < 120; round++)
    {
      isl_ctx *isl = rp_prove_isl ();
      int inner = 1 + (int) rp_rng_below (&rng, 2);
      rp_strbuf text = { 0 };
      rp_strbuf_format (&text, "[N] -> { [x] -> [%s] : ", inner == 1 ? "a" : "a,b");
      for (int i = 0; i < inner; i++)
        {
          rp_strbuf_add (&text, i ? " and " : "");
          add_bound (&rng, &text, all[2 + i], all, 2 + i);
        }
      if (rp_rng_below (&rng, 3) == 0)
        rp_strbuf_format (&text, " and (a > x or x > %d)", (int) rp_rng_below (&rng, 3));
      rp_strbuf_add (&text, " }");
      isl_map *map = isl_map_read_from_str (isl, text.text);
      isl_set *domain = isl_set_read_from_str (isl, "[N] -> { [x] : 0 <= x <= N }");
      if (CHECK (map) && !compare (map, domain, (range) { 0, 4 }))
        test_note ("%s", text.text);
      isl_map_free (map);
      isl_set_free (domain);
      isl_ctx_free (isl);
      rp_strbuf_clear (&text);
    }
}

/* Without end: no count, and no wrong one. */
TEST (unbounded_is_unknown)
{
  isl_ctx *isl = rp_prove_isl ();
  isl_set *domain = isl_set_read_from_str (isl, "[N] -> { [x] : 0 <= x <= N }");
  rp_atoms atoms = { 1, 4 };
  rp_poly_symbols symbols;
  rp_piecewise function = { 0 };
  rp_symbols_init (&symbols, rp_atoms_count (&atoms));
  CHECK (!rp_count (&symbols, &atoms, isl_map_read_from_str (isl, "[N] -> { [x] -> [a] : a >= x }"),
                    domain, &function));
  CHECK_INT (function.pieces.count, 0);
  rp_symbols_clear (&symbols);
  isl_set_free (domain);
  isl_ctx_free (isl);
}
