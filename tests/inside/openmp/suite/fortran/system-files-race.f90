! Extensions of GNU for files: all threads use the same variables for results.
! expect: race folder
! expect: race state
! expect: race facts
! expect: race unlinked
! expect: race renamed
! expect: race changed
! expect: race mask
program main
  implicit none
  integer :: state, facts(13), unlinked, renamed, changed, mask
  character(200) :: folder
  !$omp parallel num_threads(2)
  call getcwd(folder)
  call stat("/", facts, state)
  call unlink("/no/such/file", unlinked)
  call rename("/no/such/file", "/no/such/other", renamed)
  call chdir(".", changed)
  call umask(18, mask)
  !$omp end parallel
  print *, folder /= "", state, facts(1) > 0, unlinked, renamed, changed, mask
end program main
