! The iterations of a team share an element.
! expect: race a
! at: 10
program main
  implicit none
  integer :: a(0:101), i
  a = 1
  !$omp teams distribute simd num_teams(2)
  do i = 1, 100
    a((i-1)/50) = a((i-1)/50) + 1
  end do
  !$omp end teams distribute simd
  print '(i0)', a(100)
end program main
