! Arguments are passed by reference: both dummies are one variable.
! expect: race x
! at: 15 17
program main
  implicit none
  integer, save :: x
  x = 0
  call both(x, x)
  print *, x
contains
  subroutine both(a, b)
    integer, intent(inout) :: a, b
    !$omp parallel sections
    !$omp section
    a = 1
    !$omp section
    b = 2
    !$omp end parallel sections
  end subroutine both
end program main
