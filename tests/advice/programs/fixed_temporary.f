! hints: all
! output: 10100
! wants: ^`private\(t\)` on line 9
      subroutine twice(a, n)
      integer n, i
      integer a(n)
      integer t
*     each iteration computes t
C$OMP PARALLEL DO
      DO 20 I = 1, N
        T = A(I) + I
        A(I) = T
20    CONTINUE
      end
      program main
      integer i, a(100)
      do 10 i = 1, 100
10    a(i) = i
      call twice(a, 100)
      print '(i0)', sum(a)
      end
