/* Found before libstdc++'s own file of this name by `raceproof cc`: strings and streams are compiled with the program,
 * and not taken from libstdc++, where nobody sees what they access. */
#ifndef RACEPROOF_CXX_CONFIG_H
#define RACEPROOF_CXX_CONFIG_H
#pragma GCC system_header
#include_next <bits/c++config.h>

/* The older strings have a representation of the empty string that must be one for the program and the library. */
#if _GLIBCXX_USE_CXX11_ABI
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#endif
#endif
