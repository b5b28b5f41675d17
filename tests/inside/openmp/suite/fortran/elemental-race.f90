! An elemental subroutine updates a whole array in every thread.
! expect: race a
! at: 15
program main
  implicit none
  integer :: a(10)
  a = 1
  !$omp parallel
  call increment(a)
  !$omp end parallel
  print *, a(1) > 0
contains
  elemental subroutine increment(x)
    integer, intent(inout) :: x
    x = x + 1
  end subroutine increment
end program main
