! hints: all
! output: 5050
! wants: ^`reduction\(\+:total\)` on line 9
! The clause does not fit into the line.
      program main
      integer i, total, values(100)
      values = (/ (i, i = 1, 100) /)
      total = 0
!$omp parallel do shared(values) schedule(dynamic, 4) if(i.ge.0)
      do i = 1, 100
        total = total + values(i)
      enddo
      print '(i0)', total
      end
