// Each thread has an array of variable length, one after another on the same stack.
// expect: clean
int size = 64;
int main (void) {
#pragma omp parallel num_threads(4)
 { int v[size]; for (int i = 0; i < size; i++) v[i] = i; } }
