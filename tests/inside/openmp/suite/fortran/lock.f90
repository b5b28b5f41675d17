! A lock of omp_lib protects the counter.
! expect: clean
program main
  use omp_lib
  implicit none
  integer(omp_lock_kind) :: lock
  integer :: i, n
  n = 0
  call omp_init_lock(lock)
  !$omp parallel do
  do i = 1, 20
    call omp_set_lock(lock)
    n = n + 1
    call omp_unset_lock(lock)
  end do
  !$omp end parallel do
  call omp_destroy_lock(lock)
  if (n /= 20) stop 1
end program main
