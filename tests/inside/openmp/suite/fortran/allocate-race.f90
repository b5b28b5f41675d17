! A task allocates an array whose bounds another asks for.
! expect: race a
! at: 12 15
program main
  implicit none
  integer, allocatable, save :: a(:)
  integer :: n
  n = 0
  !$omp parallel
  !$omp single
  !$omp task shared(a)
  allocate (a(10))
  !$omp end task
  !$omp task shared(a, n)
  if (allocated(a)) n = 1
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, n >= 0
end program main
