// Lane registers of PTX: places of the lanes that vote from %lanemask_lt, the others counted down from %lanemask_gt.
#include <cstdio>
#include <cuda_runtime.h>

__device__ __forceinline__ unsigned lanesBelow()
{
    unsigned mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}

__device__ __forceinline__ unsigned lanesAbove()
{
    unsigned mask;
    asm volatile("mov.u32 %0, %%lanemask_gt;" : "=r"(mask));
    return mask;
}

__device__ __forceinline__ unsigned laneId()
{
    unsigned id;
    asm("mov.u32 %0, %%laneid;" : "=r"(id));
    return id;
}

__global__ void partition(const int *in, int *out, int *counts)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned small = __ballot_sync(0xffffffffu, in[i] < 40);
    unsigned here, upToHere, fromHere;
    asm("mov.u32 %0, %%lanemask_eq;" : "=r"(here));
    asm("mov.u32 %0, %%lanemask_le;" : "=r"(upToHere));
    asm("mov.u32 %0, %%lanemask_ge;" : "=r"(fromHere));
    int base = 0, top = 0;
    if (laneId() == 0) {
        base = atomicAdd(&counts[0], __popc(small));
        top = atomicSub(&counts[1], warpSize - __popc(small));
    }
    base = __shfl_sync(0xffffffffu, base, 0);
    top = __shfl_sync(0xffffffffu, top, 0);
    if (small & here)
        out[base + __popc(small & lanesBelow())] = in[i];
    else
        out[top - 1 - __popc(lanesAbove() & ~small)] = in[i];
    if (__popc(small & upToHere) + __popc(small & fromHere) != __popc(small) + (in[i] < 40))
        atomicAdd(&counts[2], 1);
}

int main()
{
    const int n = 512;
    int *in, *out, *counts, wrong = 0, below = 0, sum = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    cudaMallocManaged(&counts, 3 * sizeof(int));
    counts[0] = counts[2] = 0;
    counts[1] = n;
    for (int i = 0; i < n; i++) {
        in[i] = i * 41 % 101;
        below += in[i] < 40;
        sum += in[i];
    }
    partition<<<n / 128, 128>>>(in, out, counts);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        wrong += (out[i] < 40) != (i < below);
        sum -= out[i];
    }
    printf("%d below, %d, %d, left %d, wrong: %d\n", counts[0], counts[1], counts[2], sum, wrong);
    return wrong != 0 || counts[0] != below || counts[1] != below || counts[2] != 0 || sum != 0;
}
