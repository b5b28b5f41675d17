! An element needs the one before it, in a simd loop.
! expect: race a
! at: 10
program main
  implicit none
  integer :: a(0:101), i
  a = 1
  !$omp simd
  do i = 1, 100
    a(i) = a(i-1) + 1
  end do
  !$omp end simd
  print '(i0)', a(100)
end program main
