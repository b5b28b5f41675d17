! A sum without its reduction clause.
! expect: race total
! at: 10
program main
  implicit none
  integer :: i
  integer, save :: total = 0
  !$omp parallel do
  do i = 1, 100
    total = total + i
  end do
  !$omp end parallel do
  print *, total
end program main
