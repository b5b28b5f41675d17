! The compiler copies sections with gaps for a procedure that wants none, and warns of the first copy. Whether it has
! warned is a variable of the compiler, not of the program.
! expect: clean
! flags: -fcheck=all
! prints:         288
program main
  implicit none
  integer :: table(12, 12), i
  table = 1
  !$omp parallel do
  do i = 1, 12
    call raise(table(i, :), 12)
  end do
  print *, sum(table)
contains
  subroutine raise(row, n)
    integer, intent(in) :: n
    integer, intent(inout) :: row(n)
    row = row + 1
  end subroutine
end program main
