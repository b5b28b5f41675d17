! The update is atomic, the read after it is not.
! expect: race total
! at: 10 12
program main
  implicit none
  integer :: i, seen(32)
  integer, save :: total = 0
  !$omp parallel do
  do i = 1, 32
    !$omp atomic
    total = total + 1
    seen(i) = total
  end do
  !$omp end parallel do
  print *, seen(1) > 0
end program main
