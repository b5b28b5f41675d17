! hints: all
! output: 5050
! wants: ^`reduction\(\+:total\)` on line 10, or `!\$omp atomic` before line 13$
      program main
      integer i, total, a(100)
      do 5 i = 1, 100
        a(i) = i
5     continue
      total = 0
c$omp parallel do
c$omp+ shared(a)
      do 10 i = 1, 100
        total = total + a(i)
10    continue
      print '(i0)', total
      end
