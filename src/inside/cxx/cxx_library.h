#ifndef RP_INSIDE_CXX_CXX_LIBRARY_H
#define RP_INSIDE_CXX_CXX_LIBRARY_H

/* Before the program: libstdc++'s own variables are exempt from checks. */
void rp_cxx_library_start (void);

#endif
