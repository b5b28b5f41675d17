! The iterations of a task share an element.
! expect: race a
! at: 12
program main
  implicit none
  integer :: a(0:101), i
  a = 1
  !$omp parallel
  !$omp single
  !$omp taskloop simd grainsize(50)
  do i = 1, 100
    a((i-1)/50) = a((i-1)/50) + 1
  end do
  !$omp end taskloop simd
  !$omp end single
  !$omp end parallel
  print '(i0)', a(100)
end program main
