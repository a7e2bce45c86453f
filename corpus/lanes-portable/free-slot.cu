// Each thread looks for a free slot, from one to the next: a swap of constants, but no lock.
#include <cuda_runtime.h>

__global__ void claim(int *used, int *owner, int slots)
{
    const int me = blockIdx.x * blockDim.x + threadIdx.x;
    int slot = me % slots;
    while (atomicCAS(&used[slot], 0, 1) != 0)
        slot = (slot + 1) % slots;
    owner[slot] = me;
}

__global__ void claim_in_steps(int *used, int *owner, int slots)
{
    const int me = blockIdx.x * blockDim.x + threadIdx.x;
    int slot = me % slots, taken;
    do {
        taken = atomicExch(used + slot, 1);
        slot = taken ? (slot + 7) % slots : slot;
    } while (taken != 0);
    owner[slot] = me;
}
