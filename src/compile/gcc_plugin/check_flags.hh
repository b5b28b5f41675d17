// Leaves out accesses to flags that gfortran makes for its run-time checks.
#ifndef RP_COMPILE_GCC_PLUGIN_CHECK_FLAGS_HH
#define RP_COMPILE_GCC_PLUGIN_CHECK_FLAGS_HH

namespace raceproof
{

/* Adds a pass to gcc, for the plug-in of the name PLUGIN.
 *
 * With -fcheck=array-temps, a part of -fcheck=all, a statement warns once. Whether it has warned is a static variable of
 * the procedure, which all threads read and write without synchronisation. The program has no such variable. */
void add_check_flags_pass (const char *plugin);

} // namespace raceproof

#endif
