! A combined simd loop whose iterations are independent.
! expect: clean
program main
  implicit none
  integer :: i
  real :: a(64), b(64), s
  b = 1
  s = 0
  !$omp parallel do simd reduction(+:s)
  do i = 1, 64
    a(i) = 2 * b(65 - i)
    s = s + a(i)
  end do
  !$omp end parallel do simd
  if (nint(s) /= 128) stop 1
end program main
