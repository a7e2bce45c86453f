"""Inline PTX as C++: what whole `asm` statements do, said in HIP.

NVIDIA's "Parallel Thread Execution ISA", chapter "Instruction Set", says what each instruction does.
"""
