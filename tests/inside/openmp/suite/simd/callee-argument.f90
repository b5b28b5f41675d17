! The value of an expression is an argument of the iteration's own.
! expect: clean
! prints: 2144
module calls
contains
  integer function next (a)
    integer, intent(in) :: a
    next = a + one ()
  end function
  integer function one ()
    one = 1
  end function
  subroutine add (sum, a)
    integer, intent(inout) :: sum
    integer, value :: a
    call increase (a)
    sum = sum + a
  end subroutine
  subroutine increase (a)
    integer, intent(inout) :: a
    a = a + 1
  end subroutine
end module

program argument
  use calls
  implicit none
  integer :: i, total
  total = 0
  !$omp simd reduction(+: total)
  do i = 0, 63
    total = total + next (i + 0)
    call add (total, 0)
  end do
  print '(i0)', total
end program
