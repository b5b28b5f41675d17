! cshift reads an array that a task changes.
! expect: race a
! at: 12 14
program main
  implicit none
  integer :: a(8, 8), b(8, 8), k
  a = 1
  k = 3
  !$omp parallel
  !$omp single
  !$omp task shared(a)
  a(2, 2) = 3
  !$omp end task
  b = cshift(a, k, dim=2)
  !$omp end single
  !$omp end parallel
  print *, b(1, 1)
end program main
