! A saved scalar of a contained procedure and a module variable, written by every iteration before they are read.
! expect: race kept
! expect: race scale
! flags: -O2
module constants
  implicit none
  real, private, save :: scale
contains
  subroutine one (i, x)
    integer, intent(in) :: i
    real, intent(out) :: x
    real, save :: kept
    kept = i * 0.5
    scale = kept + 1
    x = kept * scale
  end subroutine
end module

program temporaries
  use constants
  implicit none
  real :: b(100)
  integer :: i
  !$omp parallel do
  do i = 1, 100
    call one (i, b(i))
  end do
  if (b(8) < 0) stop 1
end program
