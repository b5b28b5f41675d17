! hints: none
! Statements that go on, end a loop by their label, or reach into the columns of the card number are not touched.
      program main
      integer i, a(0:50), total, other, third
      a = 1
      total = 0
      other = 0
      third = 0
c$omp parallel do
      do 10 i = 1, 50
        total = total
     &    + a(i)
                                                        other = other +1+i
10    third = third + a(i)
      print *, total, other, third
      end
