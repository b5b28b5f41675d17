#ifndef RP_HOOKS_CXX_LIBRARY_H
#define RP_HOOKS_CXX_LIBRARY_H

/* Before the program: libstdc++'s own variables are exempt from checks. */
void rp_cxx_library_start (void);

#endif
