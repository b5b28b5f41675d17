! reshape reads the first half of a list; a task sets the other half.
! expect: clean
program main
  implicit none
  integer :: list(24), m(3, 4), k(2)
  list = 1
  k = [3, 4]
  !$omp parallel
  !$omp single
  !$omp task shared(list)
  list(13:) = 2
  !$omp end task
  m = reshape(list(:12), k, order=[2, 1])
  !$omp end single
  !$omp end parallel
  if (any(m /= 1)) stop 1
end program main
