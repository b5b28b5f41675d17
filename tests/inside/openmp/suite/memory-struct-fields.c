// Different fields of one structure are different locations.
// expect: clean
struct
{
  char kind;
  short size;
  int count;
  double weight;
} item;

int
main (void)
{
#pragma omp parallel sections
  {
#pragma omp section
    item.kind = 1;
#pragma omp section
    item.size = 2;
#pragma omp section
    item.count = 3;
#pragma omp section
    item.weight = 4;
  }
  return item.kind + item.size + item.count + item.weight != 10;
}
