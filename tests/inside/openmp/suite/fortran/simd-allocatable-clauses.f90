! Allocatable variables in reduction and linear clauses: the copies of the iterations are blocks of the heap.
! expect: clean
! prints: 55 110 165
! prints: 74
program main
  implicit none
  integer :: i
  integer, allocatable :: a, b(:), c(:,:), k
  allocate (a, b(6:9), c(3, 8:9), k)
  a = 0
  b = 0
  c = 0
  !$omp simd reduction (+:a, b, c)
  do i = 1, 10
    a = a + i
    b = b + 2 * i
    c = c + 3 * i
  end do
  print '(i0,1x,i0,1x,i0)', a, b(6), c(3, 9)
  k = 10
  !$omp simd linear (k:2)
  do i = 1, 32
    k = k + 2
  end do
  print '(i0)', k
end program
