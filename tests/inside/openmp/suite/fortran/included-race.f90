! A loop in a file that comes by an INCLUDE line: the first iterations, which one thread executes, meet.
! expect: race b
program included
  implicit none
  integer :: i, b(100)
  b = 0
  include 'included/loop.inc'
  if (b(100) /= 100) stop 1
end program
