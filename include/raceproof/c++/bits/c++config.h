/* `raceproof cc` makes the compiler find this file before libstdc++'s own file of this name. It turns extern templates
 * off: strings and streams are then compiled, and instrumented, with the program. Otherwise the program would use the
 * compiled templates of libstdc++, whose accesses are not announced. */
#ifndef RACEPROOF_CXX_CONFIG_H
#define RACEPROOF_CXX_CONFIG_H
#pragma GCC system_header
#include_next <bits/c++config.h>

/* Strings of the older ABI have one object for the empty string, which the program and the library must share. So they
 * stay in the library. */
#if _GLIBCXX_USE_CXX11_ABI
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#endif
#endif
