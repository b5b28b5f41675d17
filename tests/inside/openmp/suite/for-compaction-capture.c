// atomic capture hands out each slot once, so that the stores go to different elements.
// expect: clean
int input[40], kept[40], used;

int
main (void)
{
  for (int i = 0; i < 40; i++)
    input[i] = i;
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    if (input[i] % 3 == 0)
      {
        int slot;
#pragma omp atomic capture
        slot = used++;
        kept[slot] = input[i];
      }
  int sum = 0;
  for (int i = 0; i < used; i++)
    sum += kept[i];
  return used != 14 || sum != 273;
}
