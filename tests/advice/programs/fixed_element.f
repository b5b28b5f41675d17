! hints: all
! output: 100
! wants: ^`!\$omp atomic` before line 10$
      program main
      integer i, bins(0:6)
      bins = 0
!$omp parallel do
      do i = 1, 100
!       comments change nothing
        bins(mod(i, 7)) = bins(mod(i, 7)) + 1
      end do
      print '(i0)', sum(bins)
      end
