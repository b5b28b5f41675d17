! The length of a string is asked for while a task changes it.
! expect: race s
! at: 13 15
program main
  implicit none
  character(len=9) :: s
  integer :: n
  s = 'one'
  n = 0
  !$omp parallel
  !$omp single
  !$omp task shared(s)
  s = 'three'
  !$omp end task
  n = index(s, 'e')
  !$omp end single
  !$omp end parallel
  print *, n > 0
end program main
