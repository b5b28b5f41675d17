! Macros and conditions of the preprocessor, and the sentinel of conditional compilation.
! expect: clean
#define CLAUSES reduction(+:total)
program main
  implicit none
  integer :: i, total, threads
  total = 0
  threads = 0
  !$ threads = 4
  !$omp parallel do CLAUSES
  do i = 1, 100
    total = total + i
  end do
  !$omp end parallel do
  if (total /= 5050 .or. threads /= 4) stop 1
end program main
