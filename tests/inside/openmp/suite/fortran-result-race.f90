! Variables that gfortran gives names of its own: the result of a function, and a variable of a block that keeps its
! value.
! expect: race total
! expect: race kept
! at: 16
program main
  implicit none
  print *, total(8) > 0
contains
  integer function total(n)
    integer, intent(in) :: n
    integer :: i
    total = 0
    !$omp parallel do
    do i = 1, n
      total = total + i
      block
        integer, save :: kept
        kept = i
      end block
    end do
  end function
end program main
