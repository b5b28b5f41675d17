#include "base/rng.h"
#include "prove/poly/polynomial.h"
#include "test.h"

static const char *const names[] = { "x", "y", "n" };

static const char *
print (const rp_poly_symbols *symbols, rp_poly *a, rp_strbuf *text)
{
  rp_strbuf_clear (text);
  rp_poly_print (symbols, a, names, text);
  return rp_strbuf_text (text);
}

TEST (arithmetic)
{
  rp_poly_symbols s;
  rp_strbuf text = { 0 };
  rp_symbols_init (&s, 3);
  rp_poly *x = rp_poly_atom (&s, 0), *y = rp_poly_atom (&s, 1), *one = rp_poly_constant (&s, 1);
  rp_poly *sum = rp_poly_add (&s, x, rp_poly_scale (&s, y, 1, 2));
  CHECK_STR (print (&s, sum, &text), "x + 1/2*y");
  CHECK_STR (print (&s, rp_poly_multiply (&s, sum, sum), &text), "x*x + x*y + 1/4*y*y");
  CHECK_STR (print (&s, rp_poly_subtract (&s, one, x), &text), "-x + 1");
  CHECK (rp_poly_is_zero (rp_poly_subtract (&s, sum, sum)));
  CHECK (rp_poly_is_linear (sum));
  CHECK (!rp_poly_is_linear (rp_poly_multiply (&s, x, x)));
  rp_strbuf_clear (&text);
  rp_symbols_clear (&s);
}

TEST (floors_are_simplified_and_shared)
{
  rp_poly_symbols s;
  rp_strbuf text = { 0 };
  rp_symbols_init (&s, 3);
  rp_poly *x = rp_poly_atom (&s, 0), *y = rp_poly_atom (&s, 1);
  rp_poly *five_x = rp_poly_scale (&s, x, 5, 1);
  CHECK_STR (print (&s, rp_poly_floor (&s, five_x, 2), &text), "2*x + floor(x/2)");
  CHECK_STR (print (&s, rp_poly_floor (&s, rp_poly_scale (&s, x, 4, 1), 2), &text), "2*x");
  /* floor ((4x + 1) / 6) = floor (2x / 3) */
  rp_poly *a = rp_poly_add (&s, rp_poly_scale (&s, x, 4, 1), rp_poly_constant (&s, 1));
  CHECK_STR (print (&s, rp_poly_floor (&s, a, 6), &text), "floor(2*x/3)");
  size_t count = s.floors.count;
  rp_poly_floor (&s, five_x, 2);
  CHECK_INT (s.floors.count, count);
  /* substitution goes into floors: x = 2y takes floor (x / 2) away */
  rp_poly *values[3] = { rp_poly_scale (&s, y, 2, 1), NULL, NULL };
  CHECK_STR (print (&s, rp_poly_substitute (&s, rp_poly_floor (&s, five_x, 2), values, 3), &text),
             "5*y");
  rp_strbuf_clear (&text);
  rp_symbols_clear (&s);
}

/* floor of random linear forms, against division. */
TEST (random_floors)
{
  rp_rng rng = rp_rng_from_seed (5);
  for (int round = 0; round < 2000; round++)
    {
      rp_poly_symbols s;
      rp_symbols_init (&s, 3);
      int64_t a = rp_rng_between (&rng, -20, 20), b = rp_rng_between (&rng, -20, 20);
      int64_t c = rp_rng_between (&rng, -20, 20), d = rp_rng_between (&rng, 1, 12);
      int64_t values[3] = { rp_rng_between (&rng, -30, 30), rp_rng_between (&rng, -30, 30), 0 };
      rp_poly *form = rp_poly_add (&s, rp_poly_scale (&s, rp_poly_atom (&s, 0), a, 1),
                                   rp_poly_scale (&s, rp_poly_atom (&s, 1), b, 1));
      form = rp_poly_add (&s, form, rp_poly_constant (&s, c));
      int64_t number = a * values[0] + b * values[1] + c;
      int64_t wanted = number / d - (number % d < 0);
      __int128 got;
      rp_poly *floor = rp_poly_floor (&s, form, d);
      CHECK (rp_poly_evaluate (&s, floor, values, &got));
      if (!CHECK_INT (got, wanted * floor->denominator))
        test_note ("floor ((%lld*%lld + %lld*%lld + %lld) / %lld)", (long long) a,
                   (long long) values[0], (long long) b, (long long) values[1], (long long) c,
                   (long long) d);
      rp_symbols_clear (&s);
    }
}

TEST (power_sums)
{
  rp_poly_symbols s;
  rp_symbols_init (&s, 3);
  for (uint32_t power = 0; power < 8; power++)
    {
      rp_poly *sum = rp_poly_power_sum (&s, rp_poly_atom (&s, 2), power);
      for (int64_t n = 0; n < 12; n++)
        {
          int64_t values[3] = { 0, 0, n };
          __int128 wanted = 0, got;
          for (int64_t y = 0; y < n; y++)
            {
              __int128 product = 1;
              for (uint32_t i = 0; i < power; i++)
                product *= y;
              wanted += product;
            }
          CHECK (rp_poly_evaluate (&s, sum, values, &got));
          CHECK (got == wanted * sum->denominator);
        }
    }
  rp_symbols_clear (&s);
}

/* What does not fit is unknown, not wrong. */
TEST (overflow_is_unknown)
{
  rp_poly_symbols s;
  rp_symbols_init (&s, 3);
  rp_poly *big = rp_poly_scale (&s, rp_poly_atom (&s, 0), INT64_MAX / 2, 1);
  CHECK (!rp_poly_multiply (&s, big, big));
  rp_poly *power = rp_poly_atom (&s, 0);
  for (int i = 0; i < 4; i++)
    power = rp_poly_multiply (&s, power, power);
  CHECK (!power); /* degree 16 */
  CHECK (!rp_poly_add (&s, NULL, big));
  rp_symbols_clear (&s);
}
