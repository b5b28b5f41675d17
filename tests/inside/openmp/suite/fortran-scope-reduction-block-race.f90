! A scope with a block has no end directive.
! expect: race b(1)
! compilers: gcc
program main
  implicit none
  integer :: total, i, b(8)
  total = 0
  !$omp parallel
  !$omp scope reduction(+:total)
  block
    total = total + 1
  end block
  !$omp do
  do i = 1, 64
    if (i < 3) b(1) = i
  end do
  !$omp end do
  !$omp end parallel
end program main
