// Elements of several parts: rows of 3 * w parts.
// expect: 6 proved
// expect: 14 undecided
void f (int w, int h, char *image)
{
#pragma omp parallel for
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      for (int c = 0; c < 3; c++)
        image[(y * w + x) * 3 + c] = 0;
}
void g (int w, int h, char *image)
{
#pragma omp parallel for
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      for (int c = 0; c <= 3; c++)
        image[(y * w + x) * 3 + c] = 0;
}
