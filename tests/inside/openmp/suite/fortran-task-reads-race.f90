! Fortran: a task only reads shared scalars, which its creator writes afterwards; those that it has copies of do not race.
! expect: race x
! expect: race flag
program reads
  implicit none
  integer :: x, y, z, got
  logical :: flag
  x = 0; y = 1; z = 2; flag = .false.; got = 0
  !$omp parallel num_threads(2)
  !$omp single
  !$omp task shared(x, flag, z) firstprivate(y)
  if (.not. flag) then
    !$omp atomic
    got = got + x + y + z
  end if
  !$omp end task
  x = 1
  y = 2
  flag = .true.
  !$omp taskwait
  z = 3
  !$omp end single
  !$omp end parallel
  print *, got >= 0
end program
