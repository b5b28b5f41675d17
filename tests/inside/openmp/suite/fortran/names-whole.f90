! An array that is set as a whole has no subscripts in its name, a column has one.
! expect: race whole
! expect: race columns(:,2:3)
! expect: race number
program main
  implicit none
  integer, save :: whole(3:12), columns(4, 5)
  integer :: number
  common /numbers/ number
  !$omp parallel
  whole = 1
  columns(:, 2:3) = 2
  number = 3
  !$omp end parallel
  print *, whole, columns(1, 2), number
end program main
