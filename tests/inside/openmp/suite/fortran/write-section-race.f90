! A section of an array is written while a task sets one of its elements.
! expect: race a
! at: 11 13
program main
  implicit none
  integer :: a(20)
  a = 0
  !$omp parallel
  !$omp single
  !$omp task shared(a)
  a(6) = 1
  !$omp end task
  write (*, '(10i3)') a(4:8)
  !$omp end single
  !$omp end parallel
end program main
