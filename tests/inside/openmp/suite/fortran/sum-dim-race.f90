! The sums of columns are made while a task sets an element.
! expect: race a
! at: 11 13
program main
  implicit none
  integer :: a(6, 7), s(7)
  a = 1
  !$omp parallel
  !$omp single
  !$omp task shared(a)
  a(6, 7) = 2
  !$omp end task
  s = sum(a, dim=1)
  !$omp end single
  !$omp end parallel
  print *, s(1)
end program main
