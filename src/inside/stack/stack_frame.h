/* Finds the activation of a function whose stack frame contains an address, so that the report can name
 * the local variable. */
#ifndef RP_INSIDE_STACK_STACK_FRAME_H
#define RP_INSIDE_STACK_STACK_FRAME_H

#include "core/event/task_table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rp_stack_frame
{
  uint64_t frame; /* the canonical frame address: the stack pointer before the call; 0 if unknown */
  uint64_t pc;    /* a return address inside the function */
  uint32_t task;  /* the task that owns the stack; RP_NO_TASK if that is not sure */
} rp_stack_frame;

/* Stores in *FOUND the frame with ADDRESS, and returns whether there is one. The running TASK accessed ADDRESS at
 * SITE. OWN: ADDRESS is on TASK's own stack; for main, OWN need not be set. Otherwise the frame is looked for in
 * the stacks of TASK's ancestors, as they were when each created the next. Returns false if ADDRESS is in a
 * module. */
bool rp_stack_frame_find (const rp_task_table *tasks, uint32_t task, uint32_t site,
                          uint64_t address, bool own, rp_stack_frame *found);

/* Copies the words from ADDRESS up, MOST at most, as far as there is memory. Returns how many words it copied. */
size_t rp_stack_copy (uint64_t address, uint64_t *words, size_t most);

/* Returns whether ADDRESS is on the main stack, as far as the kernel's default limit reaches. If the stack is larger,
 * reports only lack names of variables. */
bool rp_stack_is_main (uint64_t address);

/* Returns whether PC is in the program's own code. */
bool rp_stack_is_program (uint64_t pc);

/* Loads the unwinder, so that rp_stack_program_pc does not call the dynamic linker. */
void rp_stack_prepare (void);

/* Called in a signal handler. PC is one past the place where the signal came. If that place is in the program's own
 * code, returns PC. Otherwise the signal came in a library, as for abort: returns the return address of the
 * program's call into that library, or PC if no such call is found. */
uintptr_t rp_stack_program_pc (uintptr_t pc);

#endif
