! Each thread writes the element of half of its number.
! expect: race a
program main
  use omp_lib
  implicit none
  integer, save :: a(0:63)
  a = 0
  !$omp parallel num_threads(4)
  a(omp_get_thread_num() / 2) = 1
  !$omp end parallel
  print *, a(0)
end program main
