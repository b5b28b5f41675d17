! Each iteration assigns a string of its own.
! expect: clean
program main
  implicit none
  character(len=7) :: s(12)
  integer :: i
  !$omp parallel do
  do i = 1, 12
    s(i) = 'abc'
    s(i)(2:2) = '-'
  end do
  !$omp end parallel do
  if (any(s /= 'a-c')) stop 1
end program main
