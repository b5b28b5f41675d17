! The counter of a do while loop is private by a clause.
! expect: clean
program main
  implicit none
  integer :: n, wrong
  wrong = 0
  !$omp parallel private(n) reduction(+:wrong)
  n = 0
  do while (n < 5)
    n = n + 1
  end do
  if (n /= 5) wrong = 1
  !$omp end parallel
  if (wrong /= 0) stop 1
end program main
