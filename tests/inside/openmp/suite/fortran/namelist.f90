! A namelist is written while a task changes a variable that is not in it.
! expect: clean
program main
  implicit none
  integer :: size_of_it, other
  real :: factor
  namelist /settings/ size_of_it, factor
  size_of_it = 1
  factor = 2.0
  !$omp parallel
  !$omp single
  !$omp task shared(other)
  other = 3
  !$omp end task
  write (*, nml=settings)
  !$omp end single
  !$omp end parallel
end program main
