/* The functions that OpenMP programs call, one gate for each (gates.h, made by cmake/gates.cmake). A call by the main
 * thread goes on in rp_main_NAME, raceproof's own function. A call by another thread goes to the function in the gate's
 * slot. If the slot is empty, rp_gate_find fills it first. A gate keeps the stack and all registers that pass
 * arguments, so callers and results are as if the gate were not there.
 *
 * A slot is an rp_gate of other_threads.h: a function, and its name. The section rp_gates is the array of all slots. */

#if defined(__x86_64__)

.macro gate name, text
  .pushsection .rodata.str1.1, "aMS", @progbits, 1
7:.asciz "\text"
  .popsection
  .pushsection rp_gates, "aw", @progbits
  .balign 16
8:.quad 0
  .quad 7b
  .popsection
  .globl \name
  .type \name, @function
  .balign 16
\name:
  endbr64
  movq rp_thread_main_mark@gottpoff(%rip), %r11
  cmpb $0, %fs:(%r11)
  je 9f
  jmp rp_main_\name@PLT
9:leaq 8b(%rip), %r11
  jmp elsewhere
  .size \name, . - \name
.endm

  .text
  .type elsewhere, @function
elsewhere:
  cmpq $0, (%r11)
  je 1f
  jmp *(%r11)
1:pushq %rbp
  movq %rsp, %rbp
  subq $208, %rsp
  andq $-16, %rsp
  movq %rdi, 128(%rsp)
  movq %rsi, 136(%rsp)
  movq %rdx, 144(%rsp)
  movq %rcx, 152(%rsp)
  movq %r8, 160(%rsp)
  movq %r9, 168(%rsp)
  movq %rax, 176(%rsp)
  movq %r11, 184(%rsp)
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  movq %r11, %rdi
  call rp_gate_find@PLT
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  movq 128(%rsp), %rdi
  movq 136(%rsp), %rsi
  movq 144(%rsp), %rdx
  movq 152(%rsp), %rcx
  movq 160(%rsp), %r8
  movq 168(%rsp), %r9
  movq 176(%rsp), %rax
  movq 184(%rsp), %r11
  movq %rbp, %rsp
  popq %rbp
  jmp *(%r11)
  .size elsewhere, . - elsewhere

#elif defined(__aarch64__)

.macro gate name, text
  .pushsection .rodata.str1.1, "aMS", @progbits, 1
7:.asciz "\text"
  .popsection
  .pushsection rp_gates, "aw", @progbits
  .balign 16
8:.quad 0
  .quad 7b
  .popsection
  .globl \name
  .type \name, %function
  .balign 16
\name:
  hint #34 /* bti c */
  mrs x16, tpidr_el0
  adrp x17, :gottprel:rp_thread_main_mark
  ldr x17, [x17, #:gottprel_lo12:rp_thread_main_mark]
  ldrb w16, [x16, x17]
  cbz w16, 9f
  b rp_main_\name
9:adrp x17, 8b
  add x17, x17, #:lo12:8b
  b elsewhere
  .size \name, . - \name
.endm

  .text
  .type elsewhere, %function
elsewhere:
  ldr x16, [x17]
  cbz x16, 1f
  br x16
1:stp x29, x30, [sp, #-16]!
  mov x29, sp
  sub sp, sp, #224
  stp x0, x1, [sp]
  stp x2, x3, [sp, #16]
  stp x4, x5, [sp, #32]
  stp x6, x7, [sp, #48]
  stp x8, x17, [sp, #64]
  stp q0, q1, [sp, #96]
  stp q2, q3, [sp, #128]
  stp q4, q5, [sp, #160]
  stp q6, q7, [sp, #192]
  mov x0, x17
  bl rp_gate_find
  ldp q0, q1, [sp, #96]
  ldp q2, q3, [sp, #128]
  ldp q4, q5, [sp, #160]
  ldp q6, q7, [sp, #192]
  ldp x0, x1, [sp]
  ldp x2, x3, [sp, #16]
  ldp x4, x5, [sp, #32]
  ldp x6, x7, [sp, #48]
  ldp x8, x17, [sp, #64]
  mov sp, x29
  ldp x29, x30, [sp], #16
  ldr x16, [x17]
  br x16
  .size elsewhere, . - elsewhere

#endif

#define GATE(NAME) gate NAME, NAME
#include "gates.h"

  .section .note.GNU-stack, "", %progbits
