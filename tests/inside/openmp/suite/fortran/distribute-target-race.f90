! The same in a target region, over two loops that are collapsed.
! expect: race rows
! expect-as-scheduled: clean
! at: 12
program p
  integer :: rows(4), i, j
  rows = 0
  !$omp target teams num_teams(2) map(tofrom: rows)
  !$omp distribute collapse(2)
  do i = 1, 4
    do j = 1, 8
      rows(i) = rows(i) + j
    end do
  end do
  !$omp end target teams
  print *, rows(1)
end program
