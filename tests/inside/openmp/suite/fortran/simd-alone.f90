! A simd loop whose iterations have elements of their own.
! expect: clean
! prints: 101
program main
  implicit none
  integer :: a(0:101), i
  a = 1
  !$omp simd
  do i = 1, 100
    a(i) = a(i) + i
  end do
  !$omp end simd
  print '(i0)', a(100)
end program main
