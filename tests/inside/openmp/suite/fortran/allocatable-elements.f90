! Iterations write elements of an allocatable array.
! expect: clean
program main
  implicit none
  integer, allocatable :: a(:)
  integer :: i
  allocate (a(0:30))
  a = 0
  !$omp parallel do
  do i = 1, 30
    a(i) = i
  end do
  !$omp end parallel do
  if (sum(a) /= 465) stop 1
end program main
