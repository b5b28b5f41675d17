! A string of deferred length is assigned in two sections.
! expect: race s
! expect: race heap
! at: 10 12
program main
  implicit none
  character(len=:), allocatable, save :: s
  !$omp parallel sections
  !$omp section
  s = 'one'
  !$omp section
  s = 'three'
  !$omp end parallel sections
  print *, len(s) > 0
end program main
