! All threads write into one string.
! expect: race text
! at: 9
program main
  implicit none
  character(len=12) :: text
  text = ' '
  !$omp parallel
  write (text, '(i5)') 5
  !$omp end parallel
  print *, text
end program main
