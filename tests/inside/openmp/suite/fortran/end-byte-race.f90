! The loop ends at the largest integer(1). All iterations write one variable.
! expect: race k
! at: 12
! prints: 127
! plain: gcc leaves out iterations
program main
  implicit none
  integer(1) :: i, k
  integer, save :: count = 0
  !$omp parallel do reduction(+:count)
  do i = 1_1, 127_1
    k = i
    count = count + 1
  end do
  print '(i0)', count
end program main
