! Every second element is written out, a task sets one between them.
! expect: clean
program main
  implicit none
  real :: a(20)
  a = 0
  !$omp parallel
  !$omp single
  !$omp task shared(a)
  a(8) = 1
  !$omp end task
  write (*, *) a(1:20:2)
  !$omp end single
  !$omp end parallel
end program main
