! The same without a clause: all iterations write the one block.
! expect: race heap
! at: 11
program main
  implicit none
  integer :: i
  integer, allocatable :: b(:)
  allocate (b(6:9), source=0)
  !$omp simd
  do i = 1, 10
    b(7) = b(7) + 2 * i
  end do
  !$omp end simd
  print *, b(7)
end program
