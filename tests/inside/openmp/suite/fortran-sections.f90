! Two sections write different variables.
! expect: clean
program main
  implicit none
  integer :: a, b
  a = 0
  b = 0
  !$omp parallel sections
  !$omp section
  a = 1
  !$omp section
  b = 2
  !$omp end parallel sections
  if (a + b /= 3) stop 1
end program main
