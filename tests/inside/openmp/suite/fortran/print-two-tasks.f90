! Two tasks print to one unit; the unit is locked by the library, and each prints its own.
! expect: clean
program main
  implicit none
  integer :: a(2)
  a = [1, 2]
  !$omp parallel
  !$omp single
  !$omp task shared(a)
  print *, a(1)
  flush (6)
  !$omp end task
  !$omp task shared(a)
  print *, a(2)
  flush (6)
  !$omp end task
  !$omp end single
  !$omp end parallel
end program main
