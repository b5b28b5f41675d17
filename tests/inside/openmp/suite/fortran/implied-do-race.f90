! The elements of an implied do are printed while a task sets the last of them.
! expect: race a
! at: 11 13
program main
  implicit none
  integer :: a(10), i
  a = 0
  !$omp parallel
  !$omp single
  !$omp task shared(a)
  a(5) = 1
  !$omp end task
  print *, (a(i), i = 1, 5, 2)
  !$omp end single
  !$omp end parallel
end program main
