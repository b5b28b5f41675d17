! Each thread writes the element of its ancestor's number, which is that of all threads of its team.
! expect: race a
! at: 12
program main
  use omp_lib
  implicit none
  integer :: a(0:63)
  a = 0
  call omp_set_max_active_levels(2)
  !$omp parallel num_threads(2)
  !$omp parallel num_threads(2)
  a(omp_get_ancestor_thread_num(1)) = 1
  !$omp end parallel
  !$omp end parallel
  print *, a(0)
end program main
