! Iterations that depend on each other are safelen apart.
! expect: clean
program main
  implicit none
  integer :: a(0:101), i
  a = 1
  !$omp simd safelen(2)
  do i = 1, 100
    a(i) = a(max (i-2, 0)) + 1
  end do
  !$omp end simd
  print '(i0)', a(100)
end program main
