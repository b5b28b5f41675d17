! A string is concatenated and compared while a task changes it.
! expect: race s
! at: 13 15
program main
  implicit none
  character(len=9) :: s
  character(len=20) :: t
  s = 'one'
  t = ' '
  !$omp parallel
  !$omp single
  !$omp task shared(s)
  s(1:3) = 'two'
  !$omp end task
  t = 'number ' // s
  !$omp end single
  !$omp end parallel
  print *, len_trim(t)
end program main
