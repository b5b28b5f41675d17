! A function returns a derived type into an element of a shared array. Each iteration has an element of its own.
! expect: clean
! prints:           12           9
module cell_type
  implicit none
  type cell
    integer :: parts(5)
    real(8) :: weight
  end type
contains
  function make(seed) result(made)
    integer, intent(in) :: seed
    type(cell) :: made
    integer :: i
    do i = 1, 5
      made%parts(i) = seed + i
    end do
    made%weight = seed
    if (seed > 100) stop 1
  end function

  integer function last_of(one)
    type(cell), value :: one
    last_of = one%parts(5)
  end function
end module

program main
  use cell_type
  implicit none
  type(cell) :: cells(0:7), own
  integer :: lasts(0:7), i
  !$omp parallel do private(own)
  do i = 0, 7
    own = make(i)
    cells(i) = make(own%parts(1) - 1)
    lasts(i) = last_of(cells(i))
  end do
  print *, lasts(7), lasts(4)
end program main
