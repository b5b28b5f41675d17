! A substring is printed while a task changes characters before it.
! expect: clean
program main
  implicit none
  character(len=10) :: s
  s = 'abcdefghij'
  !$omp parallel
  !$omp single
  !$omp task shared(s)
  s(3:4) = '--'
  !$omp end task
  print *, s(5:9)
  !$omp end single
  !$omp end parallel
end program main
