// Gives accesses to complex numbers the place of their statement, in all languages of gcc.
#ifndef RP_COMPILE_GCC_PLUGIN_COMPLEX_PLACES_HH
#define RP_COMPILE_GCC_PLUGIN_COMPLEX_PLACES_HH

namespace raceproof
{

/* Changes places in the current function. gcc divides complex numbers into their two parts and loses the place of some
 * accesses: of writes to one part before the pass "ssa", of reads before the pass "tsan". So this is called before
 * both. */
void place_complex_accesses ();

} // namespace raceproof

#endif
