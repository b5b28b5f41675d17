! Tasks of iterations and a nested region use dummy arguments that nobody writes, and an array by elements.
! expect: clean
! environment: OMP_MAX_ACTIVE_LEVELS=2
subroutine fill (n, m, a, b, total)
  implicit none
  integer :: n, a(8), b(:), total, i, sum
  real(8) :: m
  sum = 0
  !$omp parallel num_threads(3) shared(n, m, a, b) reduction(+:sum)
  !$omp do
  do i = 1, 8
    !$omp task
    a(i) = n + int (m)
    !$omp end task
    !$omp task if (mod (i, 2) == 0)
    b(i) = n - int (m)
    !$omp end task
  end do
  !$omp end do
  !$omp parallel num_threads(2) reduction(+:sum)
  sum = sum + n + int (m)
  !$omp end parallel
  !$omp end parallel
  total = sum
end subroutine fill

program main
  implicit none
  interface
    subroutine fill (n, m, a, b, total)
      integer :: n, a(8), b(:), total
      real(8) :: m
    end subroutine fill
  end interface
  integer :: a(8), b(8), total
  call fill (1, 2.0d0, a, b, total)
  print *, a(3), b(4), total
end program main
