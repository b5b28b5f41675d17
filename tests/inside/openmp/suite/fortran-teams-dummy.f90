! Regions inside of a league use dummy arguments: nobody writes them.
! expect: clean
! prints: 8
program main
  implicit none
  integer :: n, counted
  n = 4
  counted = 0
  call run (n, counted)
  print '(I1)', counted
contains
  subroutine run (limit, total)
    integer, intent(in) :: limit
    integer, intent(inout) :: total
    integer :: i
    !$omp teams num_teams(2)
    !$omp parallel num_threads(2)
    if (limit > 100) then
      !$omp atomic
      total = total + limit
    end if
    !$omp end parallel
    !$omp parallel do num_threads(2)
    do i = 1, limit
      !$omp atomic
      total = total + 1
    end do
    !$omp end parallel do
    !$omp end teams
  end subroutine run
end program main
