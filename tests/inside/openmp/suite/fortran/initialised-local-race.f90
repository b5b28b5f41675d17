! A local variable with an initial value is kept from call to call, and shared.
! expect: race count
! at: 15
program main
  implicit none
  integer :: i
  !$omp parallel do
  do i = 1, 10
    call step
  end do
  !$omp end parallel do
contains
  subroutine step
    integer :: count = 0
    count = count + 1
    if (count < 0) stop 1
  end subroutine step
end program main
