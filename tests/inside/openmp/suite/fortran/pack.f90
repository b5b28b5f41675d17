! Two tasks pack different columns.
! expect: clean
program main
  implicit none
  integer :: a(30, 2), few(30, 2), j
  a = 1
  few = 0
  !$omp parallel
  !$omp single
  do j = 1, 2
    !$omp task shared(a, few) firstprivate(j)
    a(7, j) = 0
    few(:, j) = pack(a(:, j), a(:, j) /= 0, few(:, j))
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  if (sum(few) /= 58) stop 1
end program main
