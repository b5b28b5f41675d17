! The sums of some columns are made while a task sets an element of another.
! expect: clean
program main
  implicit none
  integer :: a(6, 7), s(6)
  a = 1
  !$omp parallel
  !$omp single
  !$omp task shared(a)
  a(1, 7) = 2
  !$omp end task
  s = sum(a(:, 1:6), dim=1)
  !$omp end single
  !$omp end parallel
  if (any(s /= 6)) stop 1
end program main
