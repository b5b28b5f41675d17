/* Which object files of the program were compiled by `raceproof cc`, and what could not be seen of the others.
 *
 * An object file of `raceproof cc` has a local symbol `raceproof.unit`; its value is a sum of the numbers below. In a
 * program's symbol table, the name of each object file stands before the local symbols of that file. So a file is one
 * of `raceproof cc` if this symbol is among those behind the file's name. gcc's assembler defines it
 * (src/compile/driver/flags.c), our plug-in for clang sets it (src/compile/clang_plugin/unit.cc), and for other versions
 * of clang a header does (include/raceproof/unit.h). That header also leaves a note in the program, which is there even
 * if the symbols are not.
 *
 * The report names the object files that `raceproof cc` did not compile, except those that compilers add to every
 * program. The verdict is undecided because of such a file if a body of an OpenMP construct in it was executed, or if
 * it was compiled with -fsanitize=thread. All other such files are a limit: the scope of the verdict names them. Two
 * kinds of files stay unknown: those in a stripped program, and those without a name, as in Debian's archives. In files
 * without a name, routines of known libraries are found by the routines' names. */
#ifndef RP_INSIDE_WRITER_OBJECT_FILES_H
#define RP_INSIDE_WRITER_OBJECT_FILES_H

#include <stdbool.h>
#include <stdint.h>

#define RP_UNIT_SYMBOL "raceproof.unit"
#define RP_UNIT_NOTE ".note.raceproof"

enum
{
  RP_UNIT_PARTIAL = 1,   /* not all accesses of the file are announced */
  RP_UNIT_OPTIMISED = 2, /* the file was optimised: above -O0 */
  RP_UNIT_OWN = 4,       /* a file of raceproof's own that is linked into the program */
  RP_UNIT_BARE = 8       /* compiled by gcc without our plug-in */
};

/* Notes FUNCTION, which the program gave to the run-time library as a body of an OpenMP construct. */
void rp_units_body (uintptr_t function);

/* Called before the program runs, once for all processes of an exploration: looks for linked routines. HAS_CODE_ON_STACK:
 * the stack of the program is executable, as gcc's nested functions need it. */
void rp_units_start (bool has_code_on_stack);

/* Called at the end of the program: adds remarks about code that was not seen, and about code that the compiler has
 * changed. */
void rp_units_remark (void);

#endif
