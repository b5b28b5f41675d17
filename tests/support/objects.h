/* What the random programs share: accesses of every width, and a list of the objects that there
 * were, printed at the end, so that an address in a report leads back to a name. */
#ifndef OBJECTS_H
#define OBJECTS_H

#include <raceproof/task.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char u1 __attribute__ ((may_alias));
typedef unsigned short u2 __attribute__ ((may_alias, aligned (1)));
typedef unsigned u4 __attribute__ ((may_alias, aligned (1)));
typedef unsigned long u8 __attribute__ ((may_alias, aligned (1)));

typedef struct cell
{
  char c, d;
  short s;
  int i;
  long l;
} __attribute__ ((may_alias)) cell;

typedef struct args
{
  void *p[24];
} args;

static __thread unsigned long sink;

static struct
{
  const char *name;
  void *base;
  int size;
} notes[4096];
static int note_count;

/* An object is born: not the program's business. */
static __attribute__ ((no_sanitize ("thread"), noinline)) void
note (const char *name, void *base, int size)
{
  if (note_count < 4096)
    {
      notes[note_count].name = name;
      notes[note_count].size = size;
      notes[note_count++].base = base;
    }
}

static __attribute__ ((no_sanitize ("thread"), noinline)) void
print_notes (void)
{
  for (int i = 0; i < note_count; i++)
    printf ("%s %p %d\n", notes[i].name, notes[i].base, notes[i].size);
}

static __attribute__ ((noinline)) void
put (char *at, int width)
{
  if (width == 1)
    *(u1 *) at = 1;
  else if (width == 2)
    *(u2 *) at = 1;
  else if (width == 4)
    *(u4 *) at = 1;
  else
    *(u8 *) at = 1;
}

static __attribute__ ((noinline)) unsigned long
take (const char *at, int width)
{
  return width == 1   ? *(const u1 *) at
         : width == 2 ? *(const u2 *) at
         : width == 4 ? *(const u4 *) at
                      : *(const u8 *) at;
}

#endif
