! That both statements use one unit does not keep a task that reads a variable from one that prints it.
! expect: race x
! at: 14 17
program main
  implicit none
  integer :: x, u
  x = 0
  open (newunit=u, status='scratch')
  write (u, *) 12
  rewind (u)
  !$omp parallel
  !$omp single
  !$omp task shared(x)
  read (u, *) x
  !$omp end task
  !$omp task shared(x)
  write (*, *) x
  !$omp end task
  !$omp end single
  !$omp end parallel
end program main
