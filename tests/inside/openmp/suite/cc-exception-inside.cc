// Exceptions are thrown and caught within one iteration; what they did is atomic.
// expect: clean
int caught;

int
main ()
{
#pragma omp parallel for
  for (int i = 0; i < 12; i++)
    {
      try
        {
          if (i % 3 == 0)
            throw i;
        }
      catch (int)
        {
#pragma omp atomic
          caught++;
        }
    }
  return caught != 4;
}
