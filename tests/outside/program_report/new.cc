// Blocks are known by the place of new, and new stays what it is: it may fail, or be the program's
// own.
#include <cstdio>
#include <cstdlib>
#include <new>
#include <raceproof/task.h>

static int own_calls;

#ifdef OWN
void *
operator new (std::size_t size)
{
  own_calls++;
  return std::malloc (size ? size : 1);
}

void
operator delete (void *block) noexcept
{
  std::free (block);
}
#endif

static void
both (int *block)
{
  rp_finish for (int i = 0; i < 2; i++) rp_async ([=] { block[1] = 1; });
}

int
main ()
{
  int *array = new int[10];               /* line: array */
  int *quiet = new (std::nothrow) int[5]; /* line: quiet */
  volatile std::size_t much = ~std::size_t (0) / 4;
  try
    {
      char *volatile block = new char[much];
      std::printf ("%p\n", static_cast<void *> (block));
    }
  catch (const std::bad_alloc &)
    {
      std::puts ("none");
    }
  both (array);
  both (quiet);
  delete[] array;
  delete[] quiet;
  std::printf ("own %d\n", own_calls);
}
