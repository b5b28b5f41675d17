! Constructs inside of regions and leagues use optional arguments that are absent: nobody writes them.
! expect: clean
! prints: 12
! environment: OMP_MAX_ACTIVE_LEVELS=2
module sums
contains
  subroutine fill (n, x, y, total)
    integer :: n, i
    integer, optional :: x, y
    integer :: total(4)
    !$omp parallel num_threads(2)
      !$omp task shared(n, x, y)
        if (present (x)) x = n
      !$omp end task
      !$omp parallel num_threads(2)
        if (present (y)) y = n
      !$omp end parallel
    !$omp end parallel
    !$omp teams num_teams(2)
      !$omp parallel num_threads(2)
        if (present (y)) y = n
      !$omp end parallel
    !$omp end teams
    !$omp parallel num_threads(2)
      !$omp single
      !$omp taskloop shared(x, total)
      do i = 1, 4
        total(i) = n
        if (present (x)) total(i) = x
      end do
      !$omp end single
    !$omp end parallel
  end subroutine fill
end module sums

program main
  use sums
  integer :: total(4)
  call fill (3, total=total)
  print '(I2)', sum (total)
end program main
