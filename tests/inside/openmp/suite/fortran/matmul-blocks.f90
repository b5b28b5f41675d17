! Tasks multiply blocks of columns.
! expect: clean
program main
  implicit none
  real :: a(40, 40), b(40, 40), c(40, 40)
  integer :: j
  a = 1
  b = 1
  !$omp parallel
  !$omp single
  do j = 1, 40, 10
    !$omp task shared(a, b, c) firstprivate(j)
    c(:, j:j + 9) = matmul(a, b(:, j:j + 9))
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  if (any(c /= 40)) stop 1
end program main
