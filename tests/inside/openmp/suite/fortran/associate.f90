! An associate name stands for the element of the iteration.
! expect: clean
program main
  implicit none
  integer :: i, a(20)
  a = 1
  !$omp parallel do
  do i = 1, 20
    associate (x => a(i))
      x = x + i
    end associate
  end do
  !$omp end parallel do
  if (sum(a) /= 230) stop 1
end program main
