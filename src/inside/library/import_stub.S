/* The stubs of imports.h, one for each element of rp_imports. A stub passes the stack and all registers that have
 * arguments on to the real function, unchanged.
 *
 * When a stub calls rp_import_called, the rp_call of imports.h is at the stack pointer: vectors, general, stack. */

#if defined(__x86_64__) && defined(__LP64__)

#define STUBS 2048
#define IMPORT_BYTES 64

  .text
  .globl rp_import_stubs
  .hidden rp_import_stubs
  .hidden rp_imports
  .type rp_import_stubs, @function
  .balign 16
rp_import_stubs:
  .set offset, 0
  .rept STUBS
  .balign 16
  endbr64
  leaq rp_imports+offset(%rip), %r11
  jmp called
  .set offset, offset + IMPORT_BYTES
  .endr
  .size rp_import_stubs, . - rp_import_stubs

  .type called, @function
called:
  .cfi_startproc
  cmpb $0, 8(%r11)
  je 1f
  jmp *(%r11)
1:pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  subq $208, %rsp
  andq $-16, %rsp
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  movq %rdi, 128(%rsp)
  movq %rsi, 136(%rsp)
  movq %rdx, 144(%rsp)
  movq %rcx, 152(%rsp)
  movq %r8, 160(%rsp)
  movq %r9, 168(%rsp)
  leaq 8(%rbp), %rdi
  movq %rdi, 176(%rsp)
  movq %rax, 184(%rsp)
  movq %r11, 192(%rsp)
  movq %r10, 200(%rsp)
  movq %r11, %rdi
  movq %rsp, %rsi
  call rp_import_called@PLT
  testb %al, %al
  jne 2f
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
  movq 184(%rsp), %rax
  movq 192(%rsp), %r11
  movq 200(%rsp), %r10
  leave
  .cfi_def_cfa %rsp, 8
  jmp *(%r11)
  .cfi_def_cfa %rbp, 16
2:movq 128(%rsp), %rax
  leave
  .cfi_def_cfa %rsp, 8
  ret
  .cfi_endproc
  .size called, . - called

#endif

  .section .note.GNU-stack, "", %progbits
