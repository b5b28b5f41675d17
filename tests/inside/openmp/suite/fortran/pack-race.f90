! pack looks at the elements that a task sets.
! expect: race a
! at: 12 14
program main
  implicit none
  integer :: a(30), few(30), n
  a = [(n, n = 1, 30)]
  few = 0
  !$omp parallel
  !$omp single
  !$omp task shared(a)
  a(3) = 0
  !$omp end task
  few = pack(a, mod(a, 2) == 0, few)
  !$omp end single
  !$omp end parallel
  print *, few(2)
end program main
