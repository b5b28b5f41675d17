! A common block that is threadprivate, with the first thread's values copied in.
! expect: clean
program main
  implicit none
  integer :: a, b, wrong
  common /block/ a, b
  !$omp threadprivate(/block/)
  a = 1
  b = 2
  wrong = 0
  !$omp parallel copyin(/block/) reduction(+:wrong)
  a = a + b
  if (a /= 3) wrong = wrong + 1
  !$omp end parallel
  if (wrong /= 0) stop 1
end program main
