! libgfortran has a thread for each unit that is asynchronous.
program main
  integer :: i
  open (10, status="scratch", asynchronous="yes")
  do i = 1, 5
    write (10, *, asynchronous="yes") i
  end do
  wait (10)
  close (10)
  print *, 1
end program
