! Variables of a team, what it has by its number, and elements that one iteration has for itself.
! expect: clean
! prints: 600 5050 5050
program p
  use omp_lib
  integer :: a(100), sums(0:3), i, j, s, own, all
  a = 0
  s = 0
  sums = 0
  all = 0
  !$omp teams distribute num_teams(4) reduction(+:s) private(j)
  do i = 1, 100
    do j = 1, 3
      s = s + j
    end do
    a(i) = s
  end do
  !$omp teams num_teams(4) private(own) reduction(+:all)
  own = 0
  !$omp distribute
  do i = 1, 100
    own = own + i
    a(i) = own
  end do
  all = all + own
  !$omp end teams
  !$omp teams num_teams(4)
  !$omp distribute dist_schedule(static)
  do i = 1, 100
    sums(omp_get_team_num ()) = sums(omp_get_team_num ()) + i
  end do
  !$omp end teams
  print '(i0, 1x, i0, 1x, i0)', s, all, sum (sums)
end program
