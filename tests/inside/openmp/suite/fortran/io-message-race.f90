! Statements about units that fail write their messages: iterations 2 and 3 write the same one.
! expect: race message
! compilers: gcc
program main
  implicit none
  integer :: i, status
  character(len=40) :: message(4)
  character(len=8) :: how
  message = 'none'
  how = 'wrong'
  !$omp parallel do private(status)
  do i = 1, 4
    close (5000 + i, status=how, iostat=status, iomsg=message(i / 2 + 1))
  end do
end program main
