// expect: race-free
#include "hclib_atomic.h"
#include "hclib_cpp.h"

#include <cstdlib>

static void
loops (int *cells)
{
  hclib::loop_domain_t loop = { 0, 20, 1, 4 };
  hclib::finish ([&] {
    int last = -1;
    hclib::forasync1D (
      &loop,
      [=] (int i) mutable {
        cells[i] = i - last;
        last = i;
      },
      FORASYNC_MODE_FLAT);
  });
  hclib::loop_domain_2d plane (4, 5);
  hclib::forasync2D_future (&plane, [=] (int i, int j) { cells[i * 5 + j]++; })->wait ();
  hclib::loop_domain_3d cube (2, 2, 5);
  hclib::finish (
    [&] { hclib::forasync3D (&cube, [=] (int i, int j, int k) { cells[i * 10 + j * 5 + k]++; }); });
  hclib::loop_domain_1d line (20);
  int sum = 0;
  hclib::forasync1D (
    &line, [&] (int i) { sum += cells[i]; }, true);
}

static void
futures (int *cells)
{
  hclib::promise_t<int> number;
  hclib::promise_t<int &> place;
  hclib::promise_t<void> nothing;
  hclib::async ([&] {
    cells[0] = 1;
    number.put (5);
    cells[1] = 1;
    place.put (cells[1]);
    cells[2] = 1;
    nothing.put ();
  });
  if (number.future ().wait () + cells[0] != 6 || place.get_future ()->wait () != 1)
    std::abort ();
  auto half = hclib::async_future ([=] { return 1.5f; });
  auto twice = hclib::async_future_await ([=] { return half->get () * 2; }, half);
  hclib::finish ([&] {
    hclib::async_await ([&] { cells[2] = 2; }, nothing.get_future (), twice);
    hclib::async_await ([&] { cells[3] = 2; }, std::vector<hclib_future_t *> { half, twice });
  });
  cells[2] += static_cast<int> (twice->wait ());
  auto inside = hclib::nonblocking_finish ([&] { hclib::async ([&] { cells[4] = 1; }); });
  hclib::async_nb ([=] { cells[5] = 1; });
  inside->wait ();
  cells[4]++;
}

int
main ()
{
  const char *deps[] = { "system" };
  int cells[20] = {};
  hclib::launch (deps, 1, [&] {
    loops (cells);
    futures (cells);
    hclib::atomic_sum_t<int> total (0);
    hclib::atomic_max_t<int> most (0);
    hclib::finish ([&] {
      for (int i = 0; i < 5; i++)
        hclib::async ([&total, &most, i] {
          total += i;
          most.update (i);
        });
    });
    if (total.get () != 10 || most.get () != 4)
      std::abort ();
  });
  return cells[5] != 1;
}
