! A namelist is written while a task changes one of its variables.
! expect: race size_of_it
! at: 14 16
program main
  implicit none
  integer :: size_of_it
  real :: factor
  namelist /settings/ size_of_it, factor
  size_of_it = 1
  factor = 2.0
  !$omp parallel
  !$omp single
  !$omp task shared(size_of_it)
  size_of_it = 3
  !$omp end task
  write (*, nml=settings)
  !$omp end single
  !$omp end parallel
end program main
