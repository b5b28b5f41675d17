! A directive with clauses that the preprocessor chooses.
! expect: race b(3)
#define CHECKED
program continued
  implicit none
  integer :: i, b(100)
  b = 0
  !$omp parallel do &
#ifdef CHECKED
  !$omp default(none) &
#else
  !$omp default(private) &
#endif
  !$omp shared(b)
  do i = 1, 100
    b(max(i, 3)) = i
  end do
  if (b(100) /= 100) stop 1
end program
