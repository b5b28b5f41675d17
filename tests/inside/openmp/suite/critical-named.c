// Critical sections of one name exclude each other, in whatever function they are.
// expect: clean
int balance;

static void
deposit (int n)
{
#pragma omp critical(account)
  balance += n;
}

static void
withdraw (int n)
{
#pragma omp critical(account)
  balance -= n;
}

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 16; i++)
    if (i % 2)
      deposit (2);
    else
      withdraw (1);
  return balance != 8;
}
