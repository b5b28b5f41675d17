! One section writes a part of a complex number, another one reads both parts, and a third one the whole of an element.
! expect: race z
! expect: race w(3)
! at: 16 20
program main
  implicit none
  complex(8) :: z, w(4), x, y
  real(8) :: sums(3)
  z = (1, 2)
  w = (3, 4)
  sums = 0
  !$omp parallel sections private(x, y)
  !$omp section
  x = (5, 6)
  sums(1) = 1
  x = x * z
  sums(1) = sums(1) + aimag(x)
  !$omp section
  sums(2) = 2
  z%im = sums(2)
  w(3) = 7
  !$omp section
  y = 2 * w(3)
  sums(3) = real(y)
  !$omp end parallel sections
  print *, all(sums > 0)
end program main
