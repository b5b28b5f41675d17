! Nothing says that one team gets the five iterations that share an element, though here it does.
! expect: race a
! expect-as-scheduled: clean
! at: 10
program p
  integer :: a(0:19), i
  a = 0
  !$omp teams distribute num_teams(4)
  do i = 0, 99
    a(i / 5) = a(i / 5) + i
  end do
  print *, a(1)
end program
