#ifndef RP_INSIDE_CXX_CXX_LIBRARY_H
#define RP_INSIDE_CXX_CXX_LIBRARY_H

/* Called before the program runs: exempts libstdc++'s own variables from checks. */
void rp_cxx_library_start (void);

#endif
