/* The program and its shared libraries, as the dynamic linker has them in memory: where each module is, and the slots
 * by which it reaches functions of other modules. */
#ifndef RP_INSIDE_SYSTEM_MODULES_H
#define RP_INSIDE_SYSTEM_MODULES_H

#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rp_module
{
  const char *path;
  uintptr_t bias, low, high;
  uintptr_t relro_low, relro_high; /* the range that is read-only since the module was loaded */
  const ElfW (Dyn) *dynamic;
  bool is_program;
  bool is_compiled_by_us; /* a library whose code announces accesses; false for the program */
} rp_module;

/* A place in memory that holds the address of a function. */
typedef struct rp_module_slot
{
  uintptr_t *place;
  const char *name, *version; /* version: NULL if there is none */
  bool is_call;               /* the slot serves calls only; else the program may use the address */
} rp_module_slot;

/* Returns how many modules were ever loaded. */
unsigned long long rp_modules_added (void);

/* Stores in *MODULE the module NUMBER, counted from 0. Returns false if there are no more. */
bool rp_module_get (size_t number, rp_module *module);

/* Returns the name of the module's file, without directories. */
const char *rp_module_name (const rp_module *module);

/* Calls FUNCTION for each slot of MODULE that is for a function. */
void rp_module_slots (const rp_module *module,
                      void (*function) (const rp_module *module, const rp_module_slot *slot, void *context),
                      void *context);

#endif
