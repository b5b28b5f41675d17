/* Included by `raceproof cc` before every C and C++ file that a clang compiles for which there is no plug-in; of no use
 * otherwise.
 *
 * The object file gets a note that says so, which survives strip, and the symbol `raceproof.unit` that all object files
 * of `raceproof cc` have: src/inside/writer/object_files.h. It is set, not defined, so that the link-time optimizer can put several
 * files together. */
#if defined(__clang__) && !defined(RACEPROOF_UNIT_H) && !defined(__ASSEMBLER__)
#define RACEPROOF_UNIT_H
#pragma GCC system_header

#ifdef __OPTIMIZE__
#define RP_UNIT_VALUE "3"
#else
#define RP_UNIT_VALUE "1"
#endif

__asm__ ("\t.pushsection .note.raceproof,\"a\",%note\n"
         "\t.balign 4\n"
         "\t.4byte 2f-1f\n"
         "\t.4byte 4f-3f\n"
         "\t.4byte 1\n"
         "1:\t.asciz \"raceproof\"\n"
         "2:\t.balign 4\n"
         "3:\t.asciz \"clang " __clang_version__ "\"\n"
         "4:\t.balign 4\n"
         "\t.popsection\n"
         "\t.set raceproof.unit, " RP_UNIT_VALUE "\n");

#undef RP_UNIT_VALUE
#endif
