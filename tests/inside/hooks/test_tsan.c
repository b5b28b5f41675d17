/* The ThreadSanitizer ABI, called as compilers call it. */
#include "fake_monitor.h"
#include "test.h"

#include <stdint.h>

#define PLAIN(SIZE) \
  void __tsan_read##SIZE (void *); \
  void __tsan_write##SIZE (void *); \
  void __tsan_unaligned_read##SIZE (void *); \
  void __tsan_unaligned_write##SIZE (void *); \
  void __tsan_volatile_read##SIZE (void *); \
  void __tsan_volatile_write##SIZE (void *); \
  void __tsan_read_write##SIZE (void *); \
  static void check_plain_##SIZE (char *at) \
  { \
    struct \
    { \
      void (*hook) (void *); \
      fake_kind kind; \
    } hooks[] = { \
      { __tsan_read##SIZE, FAKE_READ },           { __tsan_write##SIZE, FAKE_WRITE }, \
      { __tsan_unaligned_read##SIZE, FAKE_READ }, { __tsan_unaligned_write##SIZE, FAKE_WRITE }, \
      { __tsan_volatile_read##SIZE, FAKE_READ },  { __tsan_volatile_write##SIZE, FAKE_WRITE }, \
      { __tsan_read_write##SIZE, FAKE_WRITE }, \
    }; \
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++) \
      { \
        fake_start (); \
        hooks[i].hook (at); \
        fake_stop (); \
        CHECK (fake_has_just (hooks[i].kind, at, SIZE)); \
        CHECK_INT (fake_count (), 1); \
      } \
  }

PLAIN (1)
PLAIN (2)
PLAIN (4)
PLAIN (8)
PLAIN (16)

TEST (plain_accesses)
{
  char memory[64];
  check_plain_1 (memory + 8);
  check_plain_2 (memory + 8);
  check_plain_4 (memory + 9);
  check_plain_8 (memory + 11);
  check_plain_16 (memory + 16);
}

void __tsan_read_range (void *, unsigned long);
void __tsan_write_range (void *, unsigned long);
void __tsan_vptr_update (void **, void *);
void __tsan_vptr_read (void **);
void __tsan_func_entry (void *);
void __tsan_func_exit (void);
void __tsan_init (void);

TEST (ranges)
{
  char memory[64];
  fake_start ();
  __tsan_read_range (memory + 3, 40);
  __tsan_write_range (memory + 5, 7);
  __tsan_write_range (memory + 50, 0);
  fake_stop ();
  CHECK (fake_has_just (FAKE_READ, memory + 3, 40));
  CHECK (fake_has_just (FAKE_WRITE, memory + 5, 7));
  CHECK_INT (fake_count (), 2);
}

TEST (virtual_tables)
{
  void *objects[3] = { NULL, NULL, NULL };
  fake_start ();
  __tsan_vptr_update (&objects[1], &objects[1]);
  __tsan_vptr_update (&objects[2], NULL); /* the value it has */
  __tsan_vptr_read (&objects[0]);
  fake_stop ();
  CHECK (fake_has_just (FAKE_WRITE, &objects[1], sizeof objects[1]));
  CHECK (fake_has_just (FAKE_READ, &objects[0], sizeof objects[0]));
}

TEST (functions)
{
  fake_start ();
  __tsan_init ();
  __tsan_func_entry (NULL);
  __tsan_func_entry (NULL);
  __tsan_func_exit ();
  fake_stop ();
  CHECK_INT (fake_entered (), 2);
  CHECK_INT (fake_left (), 1);
}

__attribute__ ((noinline)) static uintptr_t
place_of_a_read (int *x)
{
  fake_start ();
  __tsan_read4 (x);
  fake_stop ();
  return fake_last_pc ();
}

TEST (place_is_the_caller)
{
  int x = 0;
  uintptr_t place = place_of_a_read (&x), start = (uintptr_t) place_of_a_read;
  CHECK (place > start && place < start + 256);
}

int __tsan_mutex_pre_unlock (void *, unsigned);
void __tsan_acquire (void *);
void AnnotateHappensBefore (const char *, int, const volatile void *);
void *__tsan_get_current_fiber (void);

TEST (annotations_warn_once)
{
  size_t before = fake_warnings ();
  fake_start ();
  __tsan_acquire (&before);
  __tsan_mutex_pre_unlock (&before, 0);
  AnnotateHappensBefore (__FILE__, __LINE__, &before);
  fake_stop ();
  CHECK_INT (fake_warnings () - before, 1);
  CHECK_INT (fake_count (), 0);
  CHECK (__tsan_get_current_fiber () != NULL);
}
