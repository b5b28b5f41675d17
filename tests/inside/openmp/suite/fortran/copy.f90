! A whole array is copied while a task sets an element of another.
! expect: clean
program main
  implicit none
  real(8) :: a(50), b(50), c(50)
  a = 1
  !$omp parallel
  !$omp single
  !$omp task shared(c)
  c(50) = 2
  !$omp end task
  b = a
  !$omp end single
  !$omp end parallel
  if (b(50) /= 1) stop 1
end program main
