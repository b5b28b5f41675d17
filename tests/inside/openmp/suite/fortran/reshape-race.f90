! reshape reads the list that a task sets.
! expect: race list
! at: 12 14
program main
  implicit none
  integer :: list(12), m(3, 4), k(2)
  list = 1
  k = [3, 4]
  !$omp parallel
  !$omp single
  !$omp task shared(list)
  list(12) = 2
  !$omp end task
  m = reshape(list, k, order=[2, 1])
  !$omp end single
  !$omp end parallel
  print *, m(3, 4) > 0
end program main
