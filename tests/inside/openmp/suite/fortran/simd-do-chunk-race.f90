! Iterations of one chunk share an element.
! expect: race a
! at: 10
program main
  implicit none
  integer :: a(0:101), i
  a = 1
  !$omp parallel do simd schedule(dynamic, 4)
  do i = 1, 100
    a((i-1)/4) = a((i-1)/4) + 1
  end do
  !$omp end parallel do simd
  print '(i0)', a(100)
end program main
