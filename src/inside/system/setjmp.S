/* _setjmp, setjmp and __sigsetjmp, which the macros of <setjmp.h> call. Each calls rp_before_NAME (signals.c), which
 * notes that the buffer is written and returns the C library's function, and goes on there. The C library's function
 * returns to the program, once or more often, so no frame of ours may be in between. */

#if defined(__x86_64__)

.macro hook name
  .weak \name
  .type \name, @function
  .balign 16
\name:
  .cfi_startproc
  endbr64
  pushq %rdi
  pushq %rsi
  subq $8, %rsp
  .cfi_adjust_cfa_offset 24
  movq 24(%rsp), %rsi
  call rp_before_\name@PLT
  addq $8, %rsp
  popq %rsi
  popq %rdi
  .cfi_adjust_cfa_offset -24
  jmp *%rax
  .cfi_endproc
  .size \name, . - \name
.endm

#elif defined(__aarch64__)

.macro hook name
  .weak \name
  .type \name, %function
  .balign 16
\name:
  .cfi_startproc
  hint #34
  stp x29, x30, [sp, #-32]!
  .cfi_def_cfa_offset 32
  .cfi_offset x29, -32
  .cfi_offset x30, -24
  stp x0, x1, [sp, #16]
  mov x29, sp
  mov x1, x30
  bl rp_before_\name
  mov x16, x0
  ldp x0, x1, [sp, #16]
  ldp x29, x30, [sp], #32
  .cfi_restore x29
  .cfi_restore x30
  .cfi_def_cfa_offset 0
  br x16
  .cfi_endproc
  .size \name, . - \name
.endm

#endif

#if defined(__x86_64__) || defined(__aarch64__)
  .text
  hook _setjmp
  hook setjmp
  hook __sigsetjmp
#endif

  .section .note.GNU-stack, "", %progbits
