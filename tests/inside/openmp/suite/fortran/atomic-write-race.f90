! The value is written atomically, and read plainly by a task.
! expect: race flag
! at: 12 15
program main
  implicit none
  integer :: seen
  integer, save :: flag
  flag = 0
  seen = 0
  !$omp parallel sections
  !$omp section
  !$omp atomic write
  flag = 1
  !$omp section
  seen = flag
  !$omp end parallel sections
  print *, seen >= 0
end program main
