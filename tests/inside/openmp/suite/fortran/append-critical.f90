! An allocatable array grows by assignment in critical sections.
! expect: clean
program main
  implicit none
  integer, allocatable :: list(:)
  integer :: i
  allocate (list(0))
  !$omp parallel do
  do i = 1, 6
    !$omp critical
    list = [list, i]
    !$omp end critical
  end do
  !$omp end parallel do
  if (sum(list) /= 21) stop 1
end program main
