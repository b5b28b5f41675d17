! The loop counts down to the smallest integer(8).
! expect: race b
! at: 13
! prints: 6
! plain: gcc leaves out iterations
program main
  implicit none
  integer(8) :: i
  integer :: b, count
  count = 0
  !$omp parallel do reduction(+:count) schedule(dynamic)
  do i = -huge(i) + 4, -huge(i) - 1, -1
    b = 1
    count = count + 1
  end do
  print '(i0)', count
end program main
