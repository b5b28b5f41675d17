// Each capture returns another number, so that no two threads share a slot.
// expect: clean
int next, slot[300];

int
main (void)
{
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 30; i++)
    {
      int mine;
#pragma omp atomic capture
      {
        mine = next;
        next += 10;
      }
      for (int k = 0; k < 10; k++)
        slot[mine + k] = i;
    }
  return next != 300;
}
