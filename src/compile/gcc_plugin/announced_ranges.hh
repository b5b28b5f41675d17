// Announces the accesses of a loop by one call before the loop.
#ifndef RP_COMPILE_GCC_PLUGIN_ANNOUNCED_RANGES_HH
#define RP_COMPILE_GCC_PLUGIN_ANNOUNCED_RANGES_HH

namespace raceproof
{

/* Adds a pass behind each of gcc's passes "tsan". PLUGIN is the base name of the plug-in's file. */
void add_ranges_pass (const char *plugin);

} // namespace raceproof

#endif
