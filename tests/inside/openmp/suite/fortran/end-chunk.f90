! Iterations of one chunk or one thread are in order, also if the loop ends at the largest value of its kind.
! expect: clean
! expect-any: race a
! plain: gcc leaves out iterations
program main
  implicit none
  integer(2) :: i
  integer, save :: a(0:8)
  !$omp parallel do schedule(dynamic, 4)
  do i = 32760_2, 32767_2
    a((i - 32760) / 4) = i
  end do
  if (a(0) /= 32763 .or. a(1) /= 32767) stop 1
  !$omp parallel do schedule(static, 4)
  do i = 32760_2, 32767_2
    a((i - 32760) / 4) = i
  end do
  if (a(0) /= 32763 .or. a(1) /= 32767) stop 2
end program main
