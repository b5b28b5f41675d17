! A section of an array is written while a task sets an element outside of it.
! expect: clean
program main
  implicit none
  integer :: a(20)
  a = 0
  !$omp parallel
  !$omp single
  !$omp task shared(a)
  a(9) = 1
  !$omp end task
  write (*, '(10i3)') a(4:8)
  !$omp end single
  !$omp end parallel
end program main
