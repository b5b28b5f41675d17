! The end of the loop is a variable with the largest value of its kind. Only the last iteration races with the one before.
! expect: race b
! at: 13 13
! prints: 5
! plain: gcc leaves out iterations
program main
  implicit none
  integer :: i, last, b, count
  last = huge(last)
  count = 0
  !$omp parallel do reduction(+:count)
  do i = last - 4, last
    if (i >= last - 1) b = 1
    count = count + 1
  end do
  print '(i0)', count
end program main
