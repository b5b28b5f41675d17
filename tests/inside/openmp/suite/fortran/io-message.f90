! Statements about units that do not fail leave their message alone, and each that fails has its own.
! expect: clean
! compilers: gcc
program main
  implicit none
  integer :: i, status
  character(len=40) :: message, own(8)
  character(len=8) :: how
  message = 'none'
  how = 'wrong'
  !$omp parallel do private(status)
  do i = 1, 8
    rewind (200 + i, iostat=status, iomsg=message)
    close (200 + i, iostat=status, iomsg=message)
    close (5000 + i, status=how, iostat=status, iomsg=own(i))
  end do
  if (any (own /= own(1)) .or. message /= 'none') stop 1
end program main
