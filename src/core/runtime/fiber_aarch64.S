/* Fiber switch for the AArch64 procedure call standard (AAPCS64). The registers that a call preserves
 * are saved on the stack, so a suspended fiber is one address:
 *
 *   at -> | x29 | x30 | x19 ... x28 | d8 ... d15 | fpcr | padding | ...
 *
 * The layout is the same on the stack that is left and on the one that is entered, so the unwind
 * information stays true across the change of sp. */
#if defined(__aarch64__) && defined(__LP64__) && !defined(RP_FIBER_UCONTEXT)

#define FRAME 176

	.text

/* void rp_fiber_jump (void **save [x0], void *load [x1]) */
	.globl	rp_fiber_jump
	.type	rp_fiber_jump, %function
	.p2align 4
rp_fiber_jump:
	.cfi_startproc
	hint	#34			/* bti c */
	stp	x29, x30, [sp, #-FRAME]!
	.cfi_def_cfa_offset FRAME
	.cfi_offset x29, -FRAME
	.cfi_offset x30, -FRAME + 8
	stp	x19, x20, [sp, #16]
	.cfi_offset x19, -FRAME + 16
	.cfi_offset x20, -FRAME + 24
	stp	x21, x22, [sp, #32]
	.cfi_offset x21, -FRAME + 32
	.cfi_offset x22, -FRAME + 40
	stp	x23, x24, [sp, #48]
	.cfi_offset x23, -FRAME + 48
	.cfi_offset x24, -FRAME + 56
	stp	x25, x26, [sp, #64]
	.cfi_offset x25, -FRAME + 64
	.cfi_offset x26, -FRAME + 72
	stp	x27, x28, [sp, #80]
	.cfi_offset x27, -FRAME + 80
	.cfi_offset x28, -FRAME + 88
	stp	d8, d9, [sp, #96]
	stp	d10, d11, [sp, #112]
	stp	d12, d13, [sp, #128]
	stp	d14, d15, [sp, #144]
	mrs	x9, fpcr
	str	x9, [sp, #160]

	mov	x9, sp
	str	x9, [x0]
	mov	sp, x1

	ldr	x9, [sp, #160]
	msr	fpcr, x9
	ldp	d14, d15, [sp, #144]
	ldp	d12, d13, [sp, #128]
	ldp	d10, d11, [sp, #112]
	ldp	d8, d9, [sp, #96]
	ldp	x27, x28, [sp, #80]
	ldp	x25, x26, [sp, #64]
	ldp	x23, x24, [sp, #48]
	ldp	x21, x22, [sp, #32]
	ldp	x19, x20, [sp, #16]
	ldp	x29, x30, [sp], #FRAME
	.cfi_def_cfa_offset 0
	.cfi_restore x19
	.cfi_restore x20
	.cfi_restore x21
	.cfi_restore x22
	.cfi_restore x23
	.cfi_restore x24
	.cfi_restore x25
	.cfi_restore x26
	.cfi_restore x27
	.cfi_restore x28
	.cfi_restore x29
	.cfi_restore x30
	ret
	.cfi_endproc
	.size	rp_fiber_jump, . - rp_fiber_jump

/* A new fiber's first jump returns to `begin`: body is in x20, its argument in x19. The nop belongs to the function
 * because unwinders look up a return address minus one. */
	.type	begin, %function
	.p2align 4
	.cfi_startproc
	.cfi_undefined x30
	nop
begin:
	mov	x0, x19
	blr	x20
	brk	#1
	.cfi_endproc
	.size	begin, . - begin

/* void *rp_fiber_prepare (char *high [x0], rp_fiber_entry *body [x1], void *argument [x2])
 * x29 = 0 ends the chain for tools that follow frame pointers. The other registers start with what
 * the stack happened to hold: nobody reads them. */
	.globl	rp_fiber_prepare
	.type	rp_fiber_prepare, %function
	.p2align 4
rp_fiber_prepare:
	.cfi_startproc
	hint	#34			/* bti c */
	sub	x0, x0, #FRAME
	adr	x9, begin
	stp	xzr, x9, [x0]
	stp	x2, x1, [x0, #16]
	mrs	x9, fpcr
	str	x9, [x0, #160]
	ret
	.cfi_endproc
	.size	rp_fiber_prepare, . - rp_fiber_prepare

#endif

	.section .note.GNU-stack, "", %progbits
