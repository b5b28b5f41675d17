// expect: findings RP001
#include "hclib_cpp.h"

int
main ()
{
  hclib::launch ([] {
    int value = 0;
    hclib::promise_t<int *> promise;
    hclib::finish ([&] {
      hclib::async ([&] {
        promise.put (&value);
        value = 1; // here
      });
      hclib::async_await ([&] { *promise.get_future ()->get () = 2; }, // here
                          promise.get_future ());
    });
  });
  return 0;
}
