! What iterations do to one element is in order, in an ordered region.
! expect: clean
program main
  implicit none
  integer :: a(0:101), i
  a = 1
  !$omp simd
  do i = 1, 100
    !$omp ordered simd
    a(0) = a(0) + i
    !$omp end ordered
  end do
  !$omp end simd
  print '(i0)', a(100)
end program main
