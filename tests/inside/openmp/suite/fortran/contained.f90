! A contained procedure changes variables of its own and what it is passed.
! expect: clean
program main
  implicit none
  integer :: a(20), i
  !$omp parallel do
  do i = 1, 20
    call double(i, a(i))
  end do
  !$omp end parallel do
  if (sum(a) /= 420) stop 1
contains
  subroutine double(k, result)
    integer, intent(in) :: k
    integer, intent(out) :: result
    integer :: twice
    twice = k + k
    result = twice
  end subroutine double
end program main
