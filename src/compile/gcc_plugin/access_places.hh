// Accesses without a place get the place of their statement, in all languages of gcc. Without a place are accesses to
// complex numbers, and the store of `x++' and the like, if OpenMP shares x.
#ifndef RP_COMPILE_GCC_PLUGIN_ACCESS_PLACES_HH
#define RP_COMPILE_GCC_PLUGIN_ACCESS_PLACES_HH

namespace raceproof
{

/* Changes places in the current function. gcc loses the place of some stores before the pass "ssa". It divides complex
 * numbers into their two parts, and loses the place of some reads of a part before the pass "tsan". So this is called
 * before both. */
void place_accesses ();

} // namespace raceproof

#endif
