// Prefix counts of bits with the lane-mask registers, and the lane number from its register.
#include <cstdio>
#include <cuda_runtime.h>

__device__ __forceinline__ unsigned lanemask_lt()
{
    unsigned mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}

__device__ __forceinline__ unsigned lanemask_ge()
{
    unsigned mask;
    asm("mov.u32 %0, %%lanemask_ge;" : "=r"(mask));
    return mask;
}

__device__ __forceinline__ unsigned laneId()
{
    unsigned id;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(id));
    return id;
}

__global__ void prefix(const unsigned char *flags, int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned votes = __ballot_sync(0xffffffffu, flags[i]);
    const int before = __popc(votes & lanemask_lt());
    const unsigned rest = votes & lanemask_ge();
    const int next = rest ? __ffs(rest) - 1 : 32;
    out[i] = before * 1000 + (next - (int)laneId());
    out[n + i] = __shfl_sync(0xffffffffu, before, (laneId() + 3) % 32);
}

int main()
{
    const int n = 256;
    unsigned char *flags;
    int *out, wrong = 0, check = 0;
    cudaMallocManaged(&flags, n);
    cudaMallocManaged(&out, 2 * n * sizeof(int));
    for (int i = 0; i < n; i++)
        flags[i] = (i * i + i / 3) % 5 < 2;
    prefix<<<1, n>>>(flags, out, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        const int w = i / 32 * 32, other = w + (i + 3) % 32;
        int before = 0, next = i, there = 0;
        for (int k = w; k < i; k++)
            before += flags[k];
        while (next < w + 32 && !flags[next])
            next++;
        for (int k = w; k < other; k++)
            there += flags[k];
        wrong += out[i] != before * 1000 + next - i || out[n + i] != there;
        check = (check * 31 + out[i] + out[n + i]) % 1000003;
    }
    printf("wrong: %d, check %d\n", wrong, check);
    cudaFree(flags);
    cudaFree(out);
    return wrong != 0;
}
