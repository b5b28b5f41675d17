/* A name that programs include; see hclib_cpp.h. */
#include "hclib_cpp.h"
