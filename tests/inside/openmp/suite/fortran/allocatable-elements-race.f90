! Iterations write neighbouring elements of an allocatable array.
! expect: race heap
! at: 12 13
program main
  implicit none
  integer, allocatable :: a(:)
  integer :: i
  allocate (a(0:30))
  a = 0
  !$omp parallel do
  do i = 1, 30
    a(i) = i
    a(i - 1) = 0
  end do
  !$omp end parallel do
  print *, a(30)
end program main
