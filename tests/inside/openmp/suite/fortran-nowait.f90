! The first loop does not wait, and the second reads its elements in another order.
! expect: race a
! at: 11 16
program main
  implicit none
  integer :: i
  integer, save :: a(40), b(40)
  !$omp parallel
  !$omp do
  do i = 1, 40
    a(i) = i
  end do
  !$omp end do nowait
  !$omp do
  do i = 1, 40
    b(i) = a(41 - i)
  end do
  !$omp end do
  !$omp end parallel
  print *, b(1)
end program main
