/* `raceproof cc` includes this file before every C and C++ file if the compiler is a clang for which there is no
 * plug-in. The file is of no use otherwise.
 *
 * The object file gets a note that it was compiled without the plug-in; the note survives strip. It also gets the
 * symbol `raceproof.unit`, which all object files of `raceproof cc` have: src/inside/writer/object_files.h. The symbol
 * is made by .set, which may be repeated, because the link-time optimizer may put several files together. */
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
