! Files by INCLUDE lines in the fixed form: one with a loop, one without directives.
! expect: clean
! prints: 5050
      program inc
      include 'included/common.inc'
      INCLUDE 'included/fixed.inc'
      print '(i0)', total
      end
