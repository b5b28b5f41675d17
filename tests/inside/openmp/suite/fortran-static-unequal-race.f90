! Unequal static loops without a barrier in between, in Fortran.
! expect: race a
program unequal
  implicit none
  integer :: a(64), b(64), i
  !$omp parallel num_threads(4)
  !$omp do schedule(static)
  do i = 1, 64
    a(i) = i
  end do
  !$omp end do nowait
  !$omp do schedule(static)
  do i = 1, 64
    b(i) = a(i)
  end do
  !$omp end do nowait
  !$omp do schedule(static)
  do i = 1, 4
    a(16 * i) = i
  end do
  !$omp end do nowait
  !$omp end parallel
  print *, b(64)
end program
