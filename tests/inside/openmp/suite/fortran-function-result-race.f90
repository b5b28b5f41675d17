! A function returns a derived type right into shared variables: one element for two iterations, and one variable for
! two sections.
! expect: race cells
! expect: race total
! at: 33
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
end module

program main
  use cell_type
  implicit none
  type(cell) :: cells(0:7), total
  integer :: i
  total = make(0)
  !$omp parallel do
  do i = 0, 7
    cells(i / 2) = make(i)
  end do
  !$omp parallel sections
  !$omp section
  total = make(5)
  !$omp section
  total = make(6)
  !$omp end parallel sections
  print *, total%weight > 0
end program main
