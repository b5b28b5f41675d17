! Each thread starts with a copy of the array; lastprivate gives the last iteration's value.
! expect: clean
program main
  implicit none
  integer :: i, table(4), last, a(12)
  table = [1, 2, 3, 4]
  !$omp parallel do firstprivate(table) lastprivate(last)
  do i = 1, 12
    table(1) = i
    last = table(1)
    a(i) = sum(table)
  end do
  !$omp end parallel do
  if (last /= 12 .or. a(12) /= 21) stop 1
end program main
