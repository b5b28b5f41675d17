! hints: all
! output: 3
! wants: `!\$omp taskwait` before line 12 waits
      program main
      integer x
      x = 1
!$omp parallel
!$omp single
c$omp task shared(x)
      x = x + 2
c$omp end task
      if (x .gt. 5) stop 1
c$omp end single
!$omp end parallel
      print '(i0)', x
      end
