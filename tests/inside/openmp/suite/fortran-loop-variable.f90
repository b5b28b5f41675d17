! The variable of a loop construct has the value behind the last iteration after it, with and without labels.
! expect: clean
! plain: gfortran 12 does not copy the variables of loop constructs out
program main
  implicit none
  integer :: i, J_1, k, a(20)
  a = 0
  i = -1
  j_1 = -1
  k = -1
  !$omp parallel loop
  do i = 1, 20
    a(i) = a(i) + 1
  end do
  !$omp teams loop
  ! A comment may come between.

  outer: do j_1 = 20, 2, -2
    a(j_1) = a(j_1) + 1
  end do outer
  !$omp parallel loop private(i) lastprivate(K)
  do 10, k = 1, 20
10  a(k) = a(k) + 1
  if (i /= 21 .or. j_1 /= 0 .or. k /= 21) call abort ()
  do i = 1, 20
    if (a(i) /= 2 + mod (i + 1, 2)) call abort ()
  end do
end program main
