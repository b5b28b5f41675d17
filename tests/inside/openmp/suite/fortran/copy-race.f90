! A whole array is copied while a task sets an element of it.
! expect: race a
! at: 11 13
program main
  implicit none
  real(8) :: a(50), b(50)
  a = 1
  !$omp parallel
  !$omp single
  !$omp task shared(a)
  a(50) = 2
  !$omp end task
  b = a
  !$omp end single
  !$omp end parallel
  print *, b(1)
end program main
