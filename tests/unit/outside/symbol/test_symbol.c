/* The test asks about itself: its own addresses, in the file it was loaded from. */
#include "outside/symbol/symbol.h"
#include "test.h"

#include <link.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

struct inner
{
  short s;
  double d[3];
};
struct outer
{
  char tag;
  union
  {
    int i;
    float f;
  } either;
  struct inner parts[2];
  struct
  {
    int hidden;
  };
  unsigned low : 3, high : 5;
};

struct outer things[4];
static long cube[2][3][4];
double plain;

static uintptr_t bias;
static char self[4096];

static int
find_self (struct dl_phdr_info *info, size_t size, void *context)
{
  (void) size, (void) context;
  bias = info->dlpi_addr;
  ssize_t length = readlink ("/proc/self/exe", self, sizeof self - 1);
  self[length > 0 ? length : 0] = '\0';
  return 1; /* the program is the first */
}

static rp_symbols *
own_symbols (void)
{
  dl_iterate_phdr (find_self, NULL);
  rp_symbols *symbols = rp_symbols_new ();
  CHECK (rp_symbols_add_module (symbols, self, 0, 0, bias));
  return symbols;
}

static int
counted (int **where)
{
  static int calls;
  *where = &calls;
  return ++calls;
}

TEST (globals_and_their_parts)
{
  int *inside;
  counted (&inside);
  const struct
  {
    const volatile void *address;
    uint64_t size;
    const char *name, *variable;
  } rows[] = {
    { &plain, 8, "plain", "plain" },
    { (char *) &plain + 4, 4, "plain", "plain" },
    { &cube[1][2][3], 8, "cube[1][2][3]", "cube" },
    { &cube[0][0][0], 16, "cube[0][0][0..1]", "cube" },
    { &cube[0][1][0], 32, "cube[0][1]", "cube" },
    { &cube[0][1][2], 32, "cube[0][1..2]", "cube" },
    { &cube[1], sizeof cube[1], "cube[1]", "cube" },
    { cube, sizeof cube, "cube", "cube" },
    { cube, 2 * sizeof cube, "cube", "cube" },
    { &things[1].parts[0], 2 * sizeof (struct inner), "things[1].parts", "things" },
    { (char *) &things[1] + offsetof (struct outer, hidden) + 4, 1, "things[1].{low,high}",
      "things" },
    { &things[2].tag, 1, "things[2].tag", "things" },
    { &things[3].parts[1].d[2], 8, "things[3].parts[1].d[2]", "things" },
    { &things[3].parts[1], sizeof (struct inner), "things[3].parts[1]", "things" },
    { &things[1].either, 4, "things[1].either", "things" },
    { &things[1].hidden, 4, "things[1].hidden", "things" },
    { things, sizeof things, "things", "things" },
    { inside, 4, "calls", "calls" },
  };
  rp_symbols *symbols = own_symbols ();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      rp_symbol_object object;
      if (!CHECK (rp_symbols_global (symbols, (uintptr_t) rows[i].address, rows[i].size, &object)))
        continue;
      CHECK_STR (object.name, rows[i].name);
      CHECK_STR (object.variable, rows[i].variable);
      CHECK (object.declared.line && strstr (object.declared.file, "test_symbol.c"));
      CHECK ((object.function != NULL) == !strcmp (rows[i].name, "calls"));
    }
  rp_symbols_free (symbols);
}

static _Thread_local short before_own;
static _Thread_local struct inner own[3];
_Thread_local char after_own;

static int
find_block (struct dl_phdr_info *info, size_t size, void *context)
{
  (void) size;
  *(uintptr_t *) context = (uintptr_t) info->dlpi_tls_data;
  return 1; /* the program is the first */
}

TEST (thread_locals)
{
  rp_symbols *symbols = own_symbols ();
  rp_symbol_object object;
  uintptr_t block = 0, module = (uintptr_t) &find_block;
  const struct
  {
    const void *address;
    uint64_t size;
    const char *name;
  } rows[] = { { &before_own, 2, "before_own" },
               { &own[2].d[1], 8, "own[2].d[1]" },
               { &own[1].s, 2, "own[1].s" },
               { &after_own, 1, "after_own" } };
  dl_iterate_phdr (find_block, &block);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      uint64_t offset = (uintptr_t) rows[i].address - block;
      if (CHECK (rp_symbols_thread_local (symbols, module, offset, rows[i].size, &object)))
        CHECK_STR (object.name, rows[i].name);
    }
  CHECK (!rp_symbols_thread_local (symbols, module, (uint64_t) 1 << 30, 1, &object));
  CHECK (!rp_symbols_thread_local (symbols, 0, 0, 1, &object));
  CHECK (!rp_symbols_global (symbols, (uintptr_t) &own, 1, &object));
  rp_symbols_free (symbols);
}

/* Where the function that calls it is, in that. */
__attribute__ ((noinline)) static uintptr_t
return_address (void)
{
  return (uintptr_t) __builtin_return_address (0);
}

/* With variables where the compiler puts them, not AddressSanitizer. */
__attribute__ ((noinline, no_sanitize_address)) static void
with_one_array (size_t size)
{
  rp_symbols *symbols = own_symbols ();
  rp_symbol_object object;
  volatile int local = 1;
  volatile char array[size];
  array[0] = (char) local;
  uintptr_t pc = return_address (), frame = (uintptr_t) __builtin_frame_address (0) + 16;
  if (CHECK (rp_symbols_variable_length (symbols, pc - 1, frame, (uintptr_t) &array[size - 1], &object)))
    {
      CHECK_STR (object.name, "array");
      CHECK_STR (object.function, "with_one_array");
      CHECK (object.declared.line);
    }
  CHECK (!rp_symbols_variable_length (symbols, pc - 1, frame, (uintptr_t) &local, &object));
  if (CHECK (rp_symbols_local (symbols, pc - 1, frame, (uintptr_t) &local, 4, &object)))
    CHECK_STR (object.name, "local");
  CHECK_INT (array[0], 1);
  rp_symbols_free (symbols);
}

__attribute__ ((noinline, no_sanitize_address)) static void
with_two_arrays (size_t size)
{
  rp_symbols *symbols = own_symbols ();
  rp_symbol_object object;
  volatile char one[size], two[size];
  one[0] = two[0] = 1;
  uintptr_t pc = return_address (), frame = (uintptr_t) __builtin_frame_address (0) + 16;
  CHECK (!rp_symbols_variable_length (symbols, pc - 1, frame, (uintptr_t) &one[size - 1], &object));
  CHECK_INT (one[0], two[0]);
  rp_symbols_free (symbols);
}

TEST (arrays_of_variable_length)
{
  with_one_array (100);
  with_one_array (5000);
  with_two_arrays (100);
}

TEST (what_is_no_global)
{
  rp_symbols *symbols = own_symbols ();
  rp_symbol_object object;
  int local;
  CHECK (!rp_symbols_global (symbols, (uintptr_t) &local, 4, &object));
  CHECK (!rp_symbols_global (symbols, 0, 1, &object));
  CHECK (!rp_symbols_global (symbols, UINT64_MAX, 1, &object));
  CHECK (!rp_symbols_global (symbols, (uintptr_t) &find_self, 1, &object));
  rp_symbols_free (symbols);
}

static inline __attribute__ ((always_inline)) void *
here (void)
{
  void *pc;
again:
  pc = &&again;
  __asm__ volatile("nop; nop" : "+r"(pc));
  return pc;
}

__attribute__ ((noinline)) static void *
around (void)
{
  void *pc = here ();
  __asm__ volatile("" : "+r"(pc));
  return pc;
}

TEST (functions)
{
  rp_symbols *symbols = own_symbols ();
  const rp_symbol_frame *frames, *again;
  size_t count = rp_symbols_frames (symbols, (uintptr_t) &counted, &frames);
  CHECK_INT (count, 1);
  CHECK_STR (frames[0].function, "counted");
  CHECK (frames[0].at.line && !frames[0].is_inlined && !frames[0].is_ours);
  CHECK_INT (rp_symbols_frames (symbols, (uintptr_t) &counted, &again), 1);
  CHECK (frames == again);
  count = rp_symbols_frames (symbols, 0x1234, &frames);
  CHECK_INT (count, 1);
  CHECK_STR (frames[0].function, "0x1234");
  CHECK_INT (frames[0].at.line, 0);
  rp_symbols_free (symbols);
}

TEST (inlined_functions)
{
  rp_symbols *symbols = own_symbols ();
  const rp_symbol_frame *frames;
  size_t count = rp_symbols_frames (symbols, (uintptr_t) around (), &frames);
  CHECK_INT (count, 2);
  if (count == 2)
    {
      CHECK_STR (frames[0].function, "here");
      CHECK (frames[0].is_inlined);
      CHECK_STR (frames[1].function, "around");
      CHECK (!frames[1].is_inlined);
      CHECK (frames[1].at.line > frames[0].at.line);
    }
  rp_symbols_free (symbols);
}

TEST (symbol_tables)
{
  dl_iterate_phdr (find_self, NULL);
  CHECK_INT (rp_symbols_defines (self, "main"), 1);
  CHECK_INT (rp_symbols_defines (self, "rp_no_such_thing"), 0);
  CHECK_INT (rp_symbols_defines ("/dev/null", "main"), -1);
  CHECK_INT (rp_symbols_defines ("/nowhere", "main"), -1);
  CHECK_INT (rp_symbols_defines ("README.md", "main"), -1);
}

TEST (a_file_that_is_not_there)
{
  rp_symbols *symbols = rp_symbols_new ();
  const rp_symbol_frame *frames;
  CHECK (!rp_symbols_add_module (symbols, "/nowhere", 0x1000, 0x2000, 0));
  CHECK_INT (rp_symbols_frames (symbols, 0x1800, &frames), 1);
  CHECK_STR (frames[0].function, "0x1800");
  rp_symbols_free (symbols);
}
