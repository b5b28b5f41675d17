! Each thread writes the element of its number.
! expect: clean
program main
  use omp_lib
  implicit none
  integer :: a(0:63)
  a = 0
  !$omp parallel shared(a) num_threads(4)
  a(omp_get_thread_num()) = omp_get_num_threads()
  !$omp end parallel
  if (sum(a) < 1) stop 1
end program main
