! An allocatable array grows by assignment in two threads.
! expect: race list
! expect: race heap
! at: 11 13
program main
  implicit none
  integer, allocatable, save :: list(:)
  allocate (list(0))
  !$omp parallel sections
  !$omp section
  list = [1, 2, 3]
  !$omp section
  list = [4, 5, 6, 7]
  !$omp end parallel sections
  print *, size(list)
end program main
