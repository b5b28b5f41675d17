/* Fiber switch for the System V AMD64 ABI. The registers that a call preserves are saved on the
 * stack, so a suspended fiber is one address:
 *
 *   at -> | mxcsr, x87 control word | r15 | r14 | r13 | r12 | rbx | rbp | return address | ...
 *
 * The layout is the same on the stack that is left and on the one that is entered, so the unwind
 * information stays true across the change of rsp. */
#if defined(__x86_64__) && defined(__LP64__) && !defined(RP_FIBER_UCONTEXT)

	.text

/* void rp_fiber_jump (void **save [rdi], void *load [rsi]) */
	.globl	rp_fiber_jump
	.type	rp_fiber_jump, @function
	.p2align 4
rp_fiber_jump:
	.cfi_startproc
	endbr64
	pushq	%rbp
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %rbp, 0
	pushq	%rbx
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %rbx, 0
	pushq	%r12
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %r12, 0
	pushq	%r13
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %r13, 0
	pushq	%r14
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %r14, 0
	pushq	%r15
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %r15, 0
	subq	$8, %rsp
	.cfi_adjust_cfa_offset 8
	stmxcsr	(%rsp)
	fnstcw	4(%rsp)

	movq	%rsp, (%rdi)
	movq	%rsi, %rsp

	ldmxcsr	(%rsp)
	fldcw	4(%rsp)
	addq	$8, %rsp
	.cfi_adjust_cfa_offset -8
	popq	%r15
	.cfi_adjust_cfa_offset -8
	.cfi_restore %r15
	popq	%r14
	.cfi_adjust_cfa_offset -8
	.cfi_restore %r14
	popq	%r13
	.cfi_adjust_cfa_offset -8
	.cfi_restore %r13
	popq	%r12
	.cfi_adjust_cfa_offset -8
	.cfi_restore %r12
	popq	%rbx
	.cfi_adjust_cfa_offset -8
	.cfi_restore %rbx
	popq	%rbp
	.cfi_adjust_cfa_offset -8
	.cfi_restore %rbp
	ret
	.cfi_endproc
	.size	rp_fiber_jump, . - rp_fiber_jump

/* A new fiber's first jump returns to `begin`: body is in r13, its argument in r12. The nop belongs to the function
 * because unwinders look up a return address minus one. */
	.type	begin, @function
	.p2align 4
	.cfi_startproc
	.cfi_undefined %rip
	nop
begin:
	movq	%r12, %rdi
	call	*%r13
	ud2
	.cfi_endproc
	.size	begin, . - begin

/* void *rp_fiber_prepare (char *high [rdi], rp_fiber_entry *body [rsi], void *argument [rdx])
 * Two zero words at the top end the chain for tools that follow frame pointers, and leave rsp
 * aligned as the ABI wants it at the call in `begin`. */
	.globl	rp_fiber_prepare
	.type	rp_fiber_prepare, @function
	.p2align 4
rp_fiber_prepare:
	.cfi_startproc
	endbr64
	leaq	begin(%rip), %rcx
	xorl	%r8d, %r8d
	leaq	-80(%rdi), %rax
	movq	%r8, 72(%rax)
	movq	%r8, 64(%rax)
	movq	%rcx, 56(%rax)
	movq	%r8, 48(%rax)
	movq	%r8, 40(%rax)
	movq	%rdx, 32(%rax)
	movq	%rsi, 24(%rax)
	movq	%r8, 16(%rax)
	movq	%r8, 8(%rax)
	movq	%r8, (%rax)
	stmxcsr	(%rax)
	fnstcw	4(%rax)
	ret
	.cfi_endproc
	.size	rp_fiber_prepare, . - rp_fiber_prepare

#endif

	.section .note.GNU-stack, "", %progbits
