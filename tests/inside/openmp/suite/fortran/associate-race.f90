! An associate name stands for an element that all iterations update.
! expect: race a
! at: 11
program main
  implicit none
  integer :: i, a(5)
  a = 0
  !$omp parallel do
  do i = 1, 20
    associate (x => a(3))
      x = x + i
    end associate
  end do
  !$omp end parallel do
  print *, a(3) > 0
end program main
