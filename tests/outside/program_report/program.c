/* A stand-in for a program built with `raceproof cc`: it verifies nothing, but leaves the raw
 * report that its first argument names, with return addresses of its own. So names, lines, inlined
 * calls, forms and exit statuses are tested without the library. */
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int rp_monitor_inside; /* what the command looks for */

struct point
{
  int x, y;
};
struct point points[4];
static int table[3][5];
static void *later[8], *earlier[8], *created[8], *joined[8], *allocated[8];

static FILE *out;

#define HERE(STACK, DEPTH) ((STACK)[DEPTH] = __builtin_return_address (0))

__attribute__ ((noinline)) static void
note (void **stack)
{
  HERE (stack, 0);
}

static inline __attribute__ ((always_inline)) void
add (void **stack, int *to)
{
  note (stack); /* line: access */
  *to += 1;
}

__attribute__ ((noinline)) static void
work (void **stack, int *to)
{
  HERE (stack, 1);
  add (stack, to); /* line: inlined */
  __asm__ volatile("");
}

__attribute__ ((noinline)) static void
other (void **stack, int *to)
{
  HERE (stack, 2);
  work (stack, to); /* line: second caller */
  __asm__ volatile("");
}

__attribute__ ((noinline)) static int *
make (void)
{
  HERE (allocated, 1);
  note (allocated); /* line: allocation */
  return calloc (100, sizeof (int));
}

static void
write_stack (const char *key, void **stack)
{
  fprintf (out, "\"%s\":[", key);
  for (int i = 0; i < 8 && stack[i]; i++)
    fprintf (out, "%s\"%p\"", i ? "," : "", stack[i]);
  fputs ("]", out);
}

static int
write_module (struct dl_phdr_info *info, size_t size, void *context)
{
  int *count = context;
  char path[4096] = "";
  (void) size;
  if (*info->dlpi_name)
    snprintf (path, sizeof path, "%s", info->dlpi_name);
  else if (readlink ("/proc/self/exe", path, sizeof path - 1) < 0)
    return 0;
  uintptr_t low = UINTPTR_MAX, high = 0;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD)
      {
        uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        low = begin < low ? begin : low;
        high
          = begin + info->dlpi_phdr[i].p_memsz > high ? begin + info->dlpi_phdr[i].p_memsz : high;
      }
  fprintf (out, "%s{\"path\":\"%s\",\"low\":\"0x%lx\",\"high\":\"0x%lx\",\"bias\":\"0x%lx\"}",
           (*count)++ ? ",\n" : "", path, (unsigned long) low, (unsigned long) high,
           (unsigned long) info->dlpi_addr);
  return 0;
}

static void
write_side (const char *key, int task, void **stack, int step, const char *more)
{
  fprintf (out, "\"%s\":{\"task\":%d,\"write\":true,\"size\":4,\"step\":%d,%s", key, task, step,
           more);
  write_stack ("stack", stack);
  fputs ("}", out);
}

static void
write_race (void *address, const char *object, int count)
{
  fprintf (out,
           "{\"certainty\":\"certain\",\"address\":\"%p\",\"size\":4,\"count\":%d,\"object\":{%s",
           address, count, object);
  if (strstr (object, "heap"))
    {
      fprintf (out, ",\"base\":\"%p\",\"size\":400,\"task\":0,", (void *) ((char *) address - 12));
      write_stack ("stack", allocated);
    }
  fputs ("},", out);
  write_side ("later", 2, later, 9, "");
  fputs (",", out);
  write_side ("earlier", 1, earlier, 6, "");
  fputs (",\"join\":{\"kind\":\"finish\",", out);
  write_stack ("stack", joined);
  fputs ("}}", out);
}

static void
write_local_race (void *address, void *frame, void *pc)
{
  char object[200];
  snprintf (object, sizeof object, "\"kind\":\"stack\",\"task\":0,\"frame\":\"%p\",\"pc\":\"%p\"",
            frame, pc);
  write_race (address, object, 1);
}

static void
write_begin (void)
{
  int count = 0;
  out = fopen (getenv ("RACEPROOF_RAW") ? getenv ("RACEPROOF_RAW") : "raw.json", "w");
  fputs ("{\"schema\":\"raceproof-raw/1\",\"program\":\"/tmp/program\",\"engine\":\"bags\","
         "\"schedule\":\"depth-first\",\"modules\":[",
         out);
  dl_iterate_phdr (write_module, &count);
  fputs ("],\n\"tasks\":[{\"id\":0,\"parent\":null,\"kind\":\"main\",\"index\":null,\"stack\":[]}",
         out);
  for (int i = 1; i < 3; i++)
    {
      fprintf (out, ",{\"id\":%d,\"parent\":0,\"kind\":\"async\",\"index\":%s,", i,
               i == 1 ? "null" : "17");
      write_stack ("stack", created);
      fputs ("}", out);
    }
  fputs ("],\n\"races\":[", out);
}

static void
write_end (const char *stop, const char *warnings, int status)
{
  fprintf (out,
           "],\n\"stop\":%s,\"dependences\":[],\"warnings\":[%s],\"unseen\":[],\"limits\":[],\"status\":%d,"
           "\"stats\":{\"tasks\":3,\"strands\":5,\"accesses\":12,\"shadow_kb\":64,\"seconds\":0.5,"
           "\"peak_rss_kb\":2048}}\n",
           stop, warnings, status);
  fclose (out);
}

__attribute__ ((noinline)) static void
local_race (void)
{
  int sums[6] = { 0 };
  void *pc[8] = { 0 };
  note (pc);
  write_begin ();
  write_local_race (&sums[2], __builtin_dwarf_cfa (), pc[0]);
  write_end ("null", "", 0);
  __asm__ volatile("" : : "r"(sums) : "memory");
}

static inline __attribute__ ((always_inline)) void
collect (void)
{
  work (earlier, &table[1][3]); /* line: first caller */
  other (later, &table[1][3]);  /* line: outer caller */
  note (created);               /* line: creation */
  note (joined);                /* line: join */
}

int
main (int argc, char **argv)
{
  const char *mode = argc > 1 ? argv[1] : "clean";
  int status = argc > 2 ? atoi (argv[2]) : 0;
  collect ();
  int *block = make (); /* line: make */
  if (!strcmp (mode, "none"))
    _exit (status);
  if (!strcmp (mode, "killed"))
    raise (SIGKILL);
  if (!strcmp (mode, "local"))
    {
      local_race ();
      return 0;
    }
  write_begin ();
  if (!strcmp (mode, "race"))
    {
      write_race (&table[1][3], "\"kind\":\"unknown\"", 12);
      fputs (",\n", out);
      write_race (&points[2].y, "\"kind\":\"unknown\"", 1);
      fputs (",\n", out);
      write_race (block + 3, "\"kind\":\"heap\"", 1);
      fputs (",\n", out);
      write_race (&mode, "\"kind\":\"stack\",\"task\":2", 1);
    }
  if (!strcmp (mode, "damaged"))
    {
      fputs ("{\"certainty\":", out);
      fclose (out);
      return status;
    }
  if (!strcmp (mode, "deadlock"))
    {
      char stop[600];
      snprintf (
        stop, sizeof stop,
        "{\"kind\":\"deadlock\",\"message\":\"\",\"waiting\":[{\"task\":1,\"reason\":\"future\",\"others\":[2],"
        "\"other_count\":1,\"number\":0,\"stack\":[\"%p\"]},{\"task\":2,\"reason\":\"future\",\"others\":[1],"
        "\"other_count\":1,\"number\":0,\"stack\":[\"%p\"]}]}",
        earlier[0], joined[0]);
      write_end (stop, "", status);
      return status;
    }
  if (!strcmp (mode, "crash"))
    {
      char stop[200];
      snprintf (stop, sizeof stop,
                "{\"kind\":\"signal\",\"signal\":11,\"message\":\"segmentation fault\",\"task\":1,"
                "\"stack\":[\"%p\"]}",
                earlier[0]);
      write_end (stop, "", 0);
      raise (SIGSEGV);
    }
  if (!strcmp (mode, "exit"))
    write_end ("{\"kind\":\"exit-in-task\",\"message\":\"the program called exit\",\"task\":1,"
               "\"stack\":[]}",
               "", status);
  else if (!strcmp (mode, "memory"))
    write_end ("{\"kind\":\"memory-limit\",\"message\":\"the memory limit of 10 MB was reached\"}",
               "", status);
  else if (!strcmp (mode, "misuse"))
    write_end ("{\"kind\":\"misuse\",\"message\":\"advance outside a clocked finish\",\"task\":1,"
               "\"stack\":[]}",
               "", status);
  else
    write_end ("null", "\"the program starts threads: they are not checked\"", status);
  printf ("settings %s\n", getenv ("RACEPROOF_SETTINGS") ? getenv ("RACEPROOF_SETTINGS") : "");
  return status;
}
