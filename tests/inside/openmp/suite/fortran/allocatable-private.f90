! A private allocatable array is allocated, used and freed by each thread.
! expect: clean
program main
  implicit none
  integer, allocatable :: a(:)
  integer :: wrong
  wrong = 0
  !$omp parallel private(a) reduction(+:wrong)
  allocate (a(5))
  a = 2
  if (sum(a) /= 10) wrong = 1
  deallocate (a)
  !$omp end parallel
  if (wrong /= 0) stop 1
end program main
