! All threads fill one array with random numbers.
! expect: race a
! at: 8
program main
  implicit none
  real :: a(10)
  !$omp parallel
  call random_number(a)
  !$omp end parallel
  print *, a(1) < 2
end program main
