// What the iterations of simd loops share on the stack, in all languages of gcc.
#ifndef RP_COMPILE_GCC_PLUGIN_GCC_SIMD_HH
#define RP_COMPILE_GCC_PLUGIN_GCC_SIMD_HH

namespace raceproof
{

/* The current function has not been lowered yet.
 *
 * -fsanitize=thread passes over local variables whose address nobody else knows. So those that a simd loop writes, and
 * that are declared outside of it and named in none of its clauses, are told to the library in each iteration:
 *
 *   void rp_omp_simd_shared (void *variable, uint64_t size);   C and C++
 *   void rp_omp_simd_memory (void *variable);                  Fortran, where it may be the variable of a loop inside,
 *                                                              which everybody takes for private */
void show_simd_variables ();

} // namespace raceproof

#endif
