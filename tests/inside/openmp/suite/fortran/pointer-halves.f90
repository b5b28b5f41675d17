! Two pointers point to the halves of one array.
! expect: clean
program main
  implicit none
  integer, target :: t(20)
  integer, pointer :: p(:), q(:)
  p => t(1:10)
  q => t(11:20)
  !$omp parallel sections
  !$omp section
  p = 1
  !$omp section
  q = 2
  !$omp end parallel sections
  if (sum(t) /= 30) stop 1
end program main
