! Loops that end one before the last value of their kind are like all others.
! expect: clean
! prints: 7 6 4 12
program main
  implicit none
  integer(1) :: i
  integer(2) :: j
  integer :: k, last, a(12, 4)
  a = 0
  last = huge(last) - 1
  !$omp parallel do
  do i = 120_1, 126_1
    a(i - 119, 1) = 1
  end do
  !$omp parallel do simd
  do j = 32761_2, 32766_2
    a(j - 32760, 2) = 1
  end do
  !$omp parallel do
  do k = last - 3, last
    a(k - last + 4, 3) = 1
  end do
  !$omp parallel do collapse(2)
  do j = 1, 3
    do k = last - 3, last
      a((j - 1) * 4 + k - last + 4, 4) = 1
    end do
  end do
  print '(4(i0, :, 1x))', sum(a, 1)
end program main
