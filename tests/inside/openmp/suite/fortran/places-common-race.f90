! A read of a variable in COMMON is placed where it is executed, not where its procedure begins.
! expect: race total
! at: 12 14
subroutine add(n)
  implicit none
  integer :: n, i, total, last(100)
  common /sums/ total, last
  total = 0
  !$omp parallel do
  do i = 1, n
    if (i > 1) then
      last(i) = total
    else
      total = i
    end if
  end do
end subroutine
program main
  call add(100)
end program
