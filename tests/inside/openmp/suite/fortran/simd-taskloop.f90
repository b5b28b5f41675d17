! Each iteration has an element of its own.
! expect: clean
! prints: 101
program main
  implicit none
  integer :: a(0:101), i
  a = 1
  !$omp parallel
  !$omp single
  !$omp taskloop simd grainsize(50)
  do i = 1, 100
    a(i) = a(i) + i
  end do
  !$omp end taskloop simd
  !$omp end single
  !$omp end parallel
  print '(i0)', a(100)
end program main
