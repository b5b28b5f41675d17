! A substring is printed while a task changes a character of it.
! expect: race s
! at: 11 13
program main
  implicit none
  character(len=10) :: s
  s = 'abcdefghij'
  !$omp parallel
  !$omp single
  !$omp task shared(s)
  s(4:5) = '--'
  !$omp end task
  print *, s(5:9)
  !$omp end single
  !$omp end parallel
end program main
