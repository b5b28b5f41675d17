! An atomic construct inside of a workshare construct, where no other directive may be.
! expect: clean
! prints: 110
program main
  implicit none
  integer :: a(10), total
  total = 0
  !$omp parallel workshare
  a = 10
  !$omp atomic
  total = total + 10
  !$omp end parallel workshare
  print '(i0)', sum(a) + total
end program
