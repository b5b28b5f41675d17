! Extensions of GNU for files, with a private variable for each result; optional results are left out.
! expect: clean
program main
  implicit none
  integer :: state, facts(13)
  character(200) :: folder
  character(5), save :: name = "/    "
  !$omp parallel private(state, facts, folder)
  call getcwd(folder, state)
  if (state /= 0) stop 1
  call stat(name, facts, state)
  if (state /= 0) stop 2
  call lstat(name, facts)
  call unlink("/no/such/file")
  call chdir(".")
  call fstat(6, facts, state)
  call fseek(6, 0, 1, state)
  !$omp end parallel
end program main
