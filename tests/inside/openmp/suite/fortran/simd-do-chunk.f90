! With safelen(1) the iterations of one chunk are in order.
! expect: clean
program main
  implicit none
  integer :: a(0:101), i
  a = 1
  !$omp parallel do simd schedule(dynamic, 4) safelen(1)
  do i = 1, 100
    a((i-1)/4) = a((i-1)/4) + 1
  end do
  !$omp end parallel do simd
  print '(i0)', a(100)
end program main
