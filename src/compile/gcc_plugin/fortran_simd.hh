// Marks simd loops of Fortran. In C a rewritten text marks them, but Fortran has no statement that could do that.
#ifndef RP_COMPILE_GCC_PLUGIN_FORTRAN_SIMD_HH
#define RP_COMPILE_GCC_PLUGIN_FORTRAN_SIMD_HH

namespace raceproof
{

// Adds calls of the library to the function that gcc currently compiles. To be called before gcc lowers
// the OpenMP constructs.
void mark_fortran_simd ();

} // namespace raceproof

#endif
