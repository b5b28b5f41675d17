// Marks simd loops and singles of Fortran. For C, compile/rewrite marks them in the program's text; Fortran has no
// statement that could be added there.
#ifndef RP_COMPILE_GCC_PLUGIN_FORTRAN_MARKS_HH
#define RP_COMPILE_GCC_PLUGIN_FORTRAN_MARKS_HH

namespace raceproof
{

// Adds calls of the library to the function that gcc currently compiles. To be called before gcc lowers
// the OpenMP constructs.
void mark_fortran ();

} // namespace raceproof

#endif
