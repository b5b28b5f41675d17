/* The format strings of printf and scanf: which arguments they read or write, and how much. */
#ifndef RP_INSIDE_LIBC_FORMAT_H
#define RP_INSIDE_LIBC_FORMAT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

enum
{
  RP_FORMAT_ARGUMENTS = 64 /* how many arguments of a call are looked at */
};

/* Numbers of arguments count from 0; -1 is none. */
typedef struct rp_directive
{
  char conversion; /* 'd', 's', ...; 0 at the end of the format or where we do not understand it */
  char length;     /* 0, 'h', 'c' for hh, 'l', 'L' (also for ll and q), 'j', 'z', 't' */
  int argument;
  int width, width_argument; /* width -1: not given */
  int precision, precision_argument;
  bool is_allocated; /* scanf's m: the argument points to a pointer */
} rp_directive;

/* Returns the next directive from *AT, and moves *AT behind it. *NEXT counts the arguments so far. */
rp_directive rp_format_next_print (const char **at, int *next);
rp_directive rp_format_next_scan (const char **at, int *next);

/* Returns the size of the integer that an integer conversion (or n) stores. */
size_t rp_format_integer_size (char length);

/* The value of one of a call's variable arguments. Integers are widened; floating-point values are left out. */
typedef union rp_format_value
{
  long number;
  void *pointer;
} rp_format_value;

/* Stores the arguments of a printf call in VALUES, by the types that FORMAT gives them. */
void rp_format_print_values (const char *format, va_list list,
                             rp_format_value values[RP_FORMAT_ARGUMENTS]);

#endif
