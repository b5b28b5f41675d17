! Iterations that are left early, with a temporary of each.
! expect: clean
! prints: 100
program main
  implicit none
  integer :: a(0:101), i
  a = 1
  !$omp simd
  do i = 1, 100
    if (mod (i, 3) == 0) cycle
    a(i) = i
  end do
  !$omp end simd
  print '(i0)', a(100)
end program main
