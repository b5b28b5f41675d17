! All threads let inquire set the same logical.
! expect: race there
! at: 8
program main
  implicit none
  logical :: there
  !$omp parallel
  inquire (file='/', exist=there)
  !$omp end parallel
  print *, there
end program main
