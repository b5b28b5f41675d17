! One of two accesses is outside of the lock.
! expect: race n
! at: 15 17
program main
  use omp_lib
  implicit none
  integer(omp_lock_kind) :: lock
  integer :: i, seen(20)
  integer, save :: n
  n = 0
  call omp_init_lock(lock)
  !$omp parallel do
  do i = 1, 20
    call omp_set_lock(lock)
    n = n + 1
    call omp_unset_lock(lock)
    seen(i) = n
  end do
  !$omp end parallel do
  print *, seen(1) > 0
end program main
