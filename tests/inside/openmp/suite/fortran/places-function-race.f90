! The same in a function that the region calls.
! expect: race calls
! at: 7
integer function next(i)
  integer :: i, calls
  common /counts/ calls
  calls = calls + 1
  next = i + 1
end function
program main
  implicit none
  integer :: i, next, a(20), calls
  common /counts/ calls
  calls = 0
  !$omp parallel do
  do i = 1, 20
    a(i) = next(i)
  end do
  print *, sum(a), calls
end program
