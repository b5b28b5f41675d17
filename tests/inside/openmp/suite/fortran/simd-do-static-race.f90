! What a thread gets is a simd loop.
! expect: race a
! at: 11
program main
  implicit none
  integer :: a(0:101), i
  a = 1
  !$omp parallel
  !$omp do simd schedule(static)
  do i = 1, 100
    a(i) = a(i-1) + 1
  end do
  !$omp end do simd
  !$omp end parallel
  print '(i0)', a(100)
end program main
