! fputc reads one character, and writes its status; ftell writes the position.
! expect: race letter
! expect: race status
! expect: race place
program main
  implicit none
  integer :: status, place
  character :: letter
  letter = "a"
  open (10, status="scratch")
  !$omp parallel sections num_threads(2)
  call fputc(10, letter, status)
  call ftell(10, place)
  !$omp section
  letter = "b"
  status = 1
  place = 1
  !$omp end parallel sections
  print *, status >= 0, place >= 0
end program main
