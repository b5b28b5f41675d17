! The same with the barrier at the end of the first loop.
! expect: clean
program equal
  implicit none
  integer :: a(64), i
  !$omp parallel num_threads(4) private(i)
  !$omp do simd schedule(static)
  do i = 1, 64
    a(i) = i
  end do
  !$omp end do simd
  !$omp do simd schedule(static)
  do i = 1, 64
    a(i) = a(i) + 1
  end do
  !$omp end do simd nowait
  !$omp end parallel
  print *, a(64)
end program
