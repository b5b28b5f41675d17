! A sum in a simd loop.
! expect: clean
! prints: 5050
program main
  implicit none
  integer :: a(0:101), i
  a = 1
  a(100) = 0
  !$omp simd reduction(+: a)
  do i = 1, 100
    a(100) = a(100) + i
  end do
  !$omp end simd
  print '(i0)', a(100)
end program main
