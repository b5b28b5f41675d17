/* HClib's constants for arguments that are left out. */
#ifndef HCLIB_COMMON_H_
#define HCLIB_COMMON_H_

#define NO_PROP 0
#define NO_ARG NULL
#define NO_DATUM NULL
#define NO_FUTURE NULL
#define NO_PHASER NULL
#define NO_ACCUM NULL
#define ANY_PLACE NULL

#endif
