! A contained procedure changes a variable of its host.
! expect: race total
! at: 17
program main
  implicit none
  integer :: total, i
  total = 0
  !$omp parallel do
  do i = 1, 20
    call add(i)
  end do
  !$omp end parallel do
  print *, total > 0
contains
  subroutine add(k)
    integer, intent(in) :: k
    total = total + k
  end subroutine add
end program main
