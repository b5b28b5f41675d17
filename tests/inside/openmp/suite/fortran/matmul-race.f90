! matmul reads a matrix of which a task sets an element.
! expect: race b
! at: 12 14
program main
  implicit none
  real :: a(40, 40), b(40, 40), c(40, 40)
  a = 1
  b = 1
  !$omp parallel
  !$omp single
  !$omp task shared(b)
  b(40, 40) = 2
  !$omp end task
  c = matmul(a, b)
  !$omp end single
  !$omp end parallel
  print *, c(1, 1)
end program main
