/* mem* and b*, with their checked forms. */
#include "fake_monitor.h"
#include "test.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

static char a[64], b[64];

static void
begin (void)
{
  for (int i = 0; i < 64; i++)
    {
      a[i] = (char) i;
      b[i] = (char) (100 + i);
    }
  errno = 0;
  fake_start ();
}

static void
end (void)
{
  fake_stop ();
  CHECK_INT (errno, 0);
}

void *__memcpy_chk (void *, const void *, size_t, size_t);
void *__memset_chk (void *, int, size_t, size_t);
void *__tsan_memcpy (void *, const void *, size_t);

TEST (copies)
{
  typedef void *copy (void *, const void *, size_t);
  copy *copies[] = { memcpy, memmove, mempcpy, __tsan_memcpy };
  for (int i = 0; i < 4; i++)
    {
      begin ();
      char *result = copies[i](a + 10, b + 20, 7);
      end ();
      CHECK (result == (copies[i] == (copy *) mempcpy ? a + 17 : a + 10));
      CHECK (a[10] == 120 && a[16] == 126 && a[17] == 17);
      CHECK (fake_has_just (FAKE_WRITE, a + 10, 7));
      CHECK (fake_has_just (FAKE_READ, b + 20, 7));
    }
  begin ();
  bcopy (b + 5, a + 5, 3);
  __memcpy_chk (a + 20, b + 20, 4, 10);
  memcpy (a + 40, b + 40, 0);
  end ();
  CHECK (a[5] == 105 && a[23] == 123);
  CHECK (fake_has_just (FAKE_WRITE, a + 5, 3) && fake_has_just (FAKE_WRITE, a + 20, 4));
  CHECK (!fake_has_any (FAKE_WRITE, a + 40, 1));
}

TEST (sets)
{
  begin ();
  memset (a + 3, 9, 5);
  bzero (a + 20, 2);
  __memset_chk (a + 30, 1, 2, 2);
  explicit_bzero (a + 50, 4);
  end ();
  CHECK (a[3] == 9 && a[7] == 9 && a[8] == 8 && a[20] == 0 && a[31] == 1 && a[53] == 0);
  CHECK (fake_has_just (FAKE_WRITE, a + 3, 5) && fake_has_just (FAKE_WRITE, a + 20, 2));
  CHECK (fake_has_just (FAKE_WRITE, a + 30, 2) && fake_has_just (FAKE_WRITE, a + 50, 4));
  CHECK_INT (fake_count (), 4);
}

TEST (comparisons)
{
  begin ();
  CHECK (memcmp (a, b, 4) < 0);
  CHECK (bcmp (a + 10, a + 10, 6) == 0);
  end ();
  CHECK (fake_has_just (FAKE_READ, b, 4));
  CHECK (fake_has_just (FAKE_READ, a + 10, 6));
}

TEST (searches)
{
  begin ();
  CHECK (memchr (a, 5, 20) == a + 5);
  CHECK (memrchr (b, 105, 20) == b + 5);
  CHECK (!memchr (a + 30, 1, 10));
  end ();
  CHECK (fake_has_just (FAKE_READ, a, 6));
  CHECK (fake_has_just (FAKE_READ, b + 5, 15));
  CHECK (fake_has_just (FAKE_READ, a + 30, 10));
  begin ();
  CHECK (memmem (a, 64, a + 8, 3) == a + 8);
  CHECK (rawmemchr (b, 104) == b + 4);
  CHECK (memccpy (a + 40, b + 40, 142, 10) == a + 43);
  end ();
  CHECK (fake_has_just (FAKE_READ, a, 11) && fake_has_just (FAKE_READ, b, 5));
  CHECK (fake_has_just (FAKE_WRITE, a + 40, 3) && fake_has_just (FAKE_READ, b + 40, 3));
}

TEST (off_means_unseen)
{
  begin ();
  fake_stop ();
  memcpy (a, b, 10);
  CHECK_INT (fake_count (), 0);
  CHECK (a[3] == 103);
}
