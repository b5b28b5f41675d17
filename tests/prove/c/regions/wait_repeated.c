// In the next round x is written behind the wait of this one.
// expect: 6 undecided
int x, turn, other;
void f (int rounds)
{
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    for (int i = 0; i < rounds; i++)
      {
        if (i > 0)
          x = i;
        int now = 0;
        while (now <= i)
          {
#pragma omp atomic read
            now = turn;
          }
      }
#pragma omp section
    {
      x = 1;
#pragma omp atomic write
      turn = 1;
    }
  }
}
