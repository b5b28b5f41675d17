! hints: none
! What one iteration takes from another is mended by no clause.
      program main
      integer i, a(0:50), before
      a = 1
      before = 0
c$omp parallel do
      do 10 i = 1, 50
        a(i) = a(i - 1) + before
        before = i
10    continue
      print *, a(50)
      end
