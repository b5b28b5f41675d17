! Both teams of a league write a dummy argument, between regions inside that use it.
! expect: race counted
program main
  implicit none
  integer :: counted
  counted = 0
  call run (counted)
  print '(I1)', counted
contains
  subroutine run (total)
    integer, intent(inout) :: total
    !$omp teams num_teams(2)
    !$omp parallel num_threads(2)
    if (total > 100) stop 1
    !$omp end parallel
    total = 5
    !$omp parallel num_threads(2)
    if (total > 100) stop 1
    !$omp end parallel
    !$omp end teams
  end subroutine run
end program main
