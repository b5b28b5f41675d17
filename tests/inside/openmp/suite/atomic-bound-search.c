// A search by branch and bound: every task reads the bound again and again, as a task does that waits. The tasks must
// not all be made to yield: then thousands of them would be open at once, and the run would take a minute.
// expect: clean
#include "../../../../bench/openmp/floorplan.c"
