! Each thread gets a random number of its own.
! expect: clean
program main
  implicit none
  real :: x
  integer :: wrong
  wrong = 0
  !$omp parallel private(x) reduction(+:wrong)
  call random_number(x)
  if (x > 1) wrong = 1
  !$omp end parallel
  if (wrong /= 0) stop 1
end program main
