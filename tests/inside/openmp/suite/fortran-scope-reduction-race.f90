! The threads combine their copies behind the scope, by atomic operations that give nobody a number.
! expect: race b(1)
! compilers: gcc
program main
  implicit none
  integer :: total, i, b(8)
  total = 0
  !$omp parallel
  !$omp scope reduction(+:total)
  total = total + 1
  !$omp end scope nowait
  !$omp do
  do i = 1, 64
    if (i < 3) b(1) = i
  end do
  !$omp end do
  !$omp end parallel
end program main
