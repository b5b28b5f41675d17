! A reduction of a whole array, of bits, and a maximum.
! expect: clean
program main
  implicit none
  integer :: i, histogram(0:3), bits, largest
  histogram = 0
  bits = 0
  largest = 0
  !$omp parallel do reduction(+:histogram) reduction(ior:bits) reduction(max:largest)
  do i = 1, 40
    histogram(mod(i, 4)) = histogram(mod(i, 4)) + 1
    bits = ior(bits, i)
    largest = max(largest, i)
  end do
  !$omp end parallel do
  if (any(histogram /= 10) .or. bits /= 63 .or. largest /= 40) stop 1
end program main
