// simd loops of Fortran: no statement of that language could mark them in its text.
#ifndef RP_COMPILE_GCC_PLUGIN_FORTRAN_SIMD_HH
#define RP_COMPILE_GCC_PLUGIN_FORTRAN_SIMD_HH

namespace raceproof
{

// Adds calls of the library to the function that gcc compiles now, before it takes the constructs of OpenMP apart.
void mark_fortran_simd ();

} // namespace raceproof

#endif
