! Equal loops with a reproducible schedule: an iteration comes after the same iteration of the loop before.
! expect: clean
! expect-any: race a
program reproducible
  implicit none
  integer :: a(64), i
  !$omp parallel
  !$omp do order(reproducible:concurrent)
  do i = 1, 64
    a(i) = i
  end do
  !$omp end do nowait
  !$omp do order(reproducible:concurrent)
  do i = 1, 64
    a(i) = a(i) + 1
  end do
  !$omp end do
  !$omp end parallel
  print *, a(64)
end program reproducible
