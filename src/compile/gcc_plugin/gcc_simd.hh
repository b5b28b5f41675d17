// Finds variables on the stack that the iterations of simd loops share, in all languages of gcc.
#ifndef RP_COMPILE_GCC_PLUGIN_GCC_SIMD_HH
#define RP_COMPILE_GCC_PLUGIN_GCC_SIMD_HH

namespace raceproof
{

/* Changes the current function, which must not have been lowered yet.
 *
 * -fsanitize=thread leaves out local variables whose address does not escape. So each iteration of a simd loop
 * announces some local variables: those that the loop writes, that are declared outside of the loop, and that no clause
 * of the loop names. The calls are
 *
 *   void rp_omp_simd_shared (void *variable, uint64_t size);   C and C++
 *   void rp_omp_simd_memory (void *variable);                  Fortran, where the variable may be that of an inner
 *                                                              loop, which people take for private */
void show_simd_variables ();

/* Whether the file has a simd loop, in the functions for which show_simd_variables was called. That is known of all
 * functions before gcc optimises the first one. */
bool has_simd_loop ();

} // namespace raceproof

#endif
