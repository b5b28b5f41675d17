! An allocatable array of a module is threadprivate, and keeps its values from region to region.
! expect: clean
module state
  implicit none
  integer, allocatable, save :: work(:)
  !$omp threadprivate(work)
end module state

program main
  use state
  implicit none
  integer :: wrong
  wrong = 0
  !$omp parallel
  allocate (work(3))
  work = 4
  !$omp end parallel
  !$omp parallel reduction(+:wrong)
  if (sum(work) /= 12) wrong = wrong + 1
  deallocate (work)
  !$omp end parallel
  if (wrong /= 0) stop 1
end program main
