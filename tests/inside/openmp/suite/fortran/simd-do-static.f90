! What a thread gets is a simd loop; each iteration has its own element.
! expect: clean
! prints: 101
program main
  implicit none
  integer :: a(0:101), i
  a = 1
  !$omp parallel do simd schedule(static)
  do i = 1, 100
    a(i) = a(i) + i
  end do
  !$omp end parallel do simd
  print '(i0)', a(100)
end program main
