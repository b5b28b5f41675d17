! `close` reads its status, which another iteration writes.
! expect: race how
! compilers: gcc
program main
  implicit none
  integer :: i, status
  character(len=8) :: how
  how = 'keep'
  !$omp parallel do private(status)
  do i = 1, 4
    if (i == 3) how = 'keep'
    close (5000 + i, status=how, iostat=status)
  end do
end program main
