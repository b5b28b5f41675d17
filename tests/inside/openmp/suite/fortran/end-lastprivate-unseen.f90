! A value that is copied from the last iteration. gcc may not find out which thread has executed this iteration.
! expect: unseen
! plain: gcc leaves out iterations
program main
  implicit none
  integer(1) :: i
  integer :: b
  !$omp parallel do lastprivate(b)
  do i = 100_1, 127_1
    b = i
  end do
  print *, b
end program main
