! The variable itself gets its value behind the last iteration, in a simd loop behind all; other threads' iterations may
! come at the same time.
! expect: race racy
module variables
  integer :: alone = 0, fine = 0, racy = 0, seen = 0
contains
  subroutine look (original)
    integer, intent (in) :: original
    integer :: here
    here = original
    if (here == 100) print *, here
  end subroutine
  subroutine look_alone ()
    call look (alone)
  end subroutine
  subroutine look_fine ()
    call look (fine)
  end subroutine
  subroutine look_racy ()
    call look (racy)
  end subroutine
end module
program main
  use variables
  integer :: i
  !$omp simd lastprivate(alone)
  do i = 0, 3
    alone = i
    if (i == 2) cycle
    call look_alone ()
  end do
  !$omp parallel do num_threads(2) lastprivate(fine)
  do i = 0, 3
    fine = i
    if (i == 3) call look_fine ()
  end do
  !$omp parallel do num_threads(2) lastprivate(racy)
  do i = 0, 3
    racy = i
    if (i == 0) call look_racy ()
  end do
  print '(i0, x, i0)', alone, fine
end program
