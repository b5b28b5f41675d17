/* Programs may include hclib_cpp.h under this name. */
#include "hclib_cpp.h"
