! Macros and conditions of the preprocessor, one of which has the update.
! expect: race total
! at: 15
#define ADD(x, y) x = x + (y)
program main
  implicit none
  integer :: i, total
  total = 0
#ifdef _OPENMP
  !$omp parallel do
#else
  this is not compiled
#endif
  do i = 1, 100
    ADD(total, i)
  end do
  !$omp end parallel do
  print *, total > 0
end program main
