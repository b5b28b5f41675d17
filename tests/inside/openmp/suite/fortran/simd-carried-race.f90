! Each iteration of a combined simd loop reads what the one before writes.
! expect: race a
! at: 11
program main
  implicit none
  integer :: i
  integer, save :: a(64)
  a = 1
  !$omp parallel do simd
  do i = 2, 64
    a(i) = a(i - 1) + 1
  end do
  !$omp end parallel do simd
  print *, a(64) > 0
end program main
