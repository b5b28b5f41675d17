! A module variable that is threadprivate.
! expect: clean
module state
  implicit none
  integer, save :: calls = 0
  !$omp threadprivate(calls)
end module state

program main
  use state
  implicit none
  integer :: wrong
  wrong = 0
  !$omp parallel reduction(+:wrong)
  calls = 0
  calls = calls + 1
  if (calls /= 1) wrong = wrong + 1
  !$omp end parallel
  if (wrong /= 0) stop 1
end program main
