// Static variables that nobody reads: a scalar, an element, and a member, each written by all threads.
// expect: race count
// expect: race table
// expect: race state
// flags: -O2
static int table[4];
static struct { int x, y; } state;

int
main (void)
{
  static int count;
#pragma omp parallel
  {
    count = 3;
    table[1] = 4;
    state.y = 5;
  }
  return 0;
}
