! copyprivate gives the value to all threads.
! expect: clean
program main
  implicit none
  integer :: value, wrong
  wrong = 0
  !$omp parallel private(value) reduction(+:wrong)
  value = 0
  !$omp single
  value = 9
  !$omp end single copyprivate(value)
  if (value /= 9) wrong = wrong + 1
  !$omp end parallel
  if (wrong /= 0) stop 1
end program main
