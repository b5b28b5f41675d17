! Every second element is written out, one of which a task sets.
! expect: race a
! at: 11 13
program main
  implicit none
  real :: a(20)
  a = 0
  !$omp parallel
  !$omp single
  !$omp task shared(a)
  a(7) = 1
  !$omp end task
  write (*, *) a(1:20:2)
  !$omp end single
  !$omp end parallel
end program main
