! All threads execute a where construct.
! expect: race a
! at: 9
program main
  implicit none
  integer, save :: a(10)
  a = [1, -1, 1, -1, 1, -1, 1, -1, 1, -1]
  !$omp parallel
  where (a < 0)
    a = -a
  end where
  !$omp end parallel
  print *, a
end program main
