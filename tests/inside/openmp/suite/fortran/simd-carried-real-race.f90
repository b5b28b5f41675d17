! The same with allocatable arrays of reals.
! expect: race heap
! at: 14
! flags: -O2
program main
  implicit none
  integer :: i
  real, allocatable :: a(:), b(:)
  allocate (a(64), b(64))
  a = 1
  b = 1
  !$omp parallel do simd schedule(static)
  do i = 2, 64
    a(i) = a(i - 1) + b(i)
  end do
  !$omp end parallel do simd
  print *, a(64) > 0
end program main
