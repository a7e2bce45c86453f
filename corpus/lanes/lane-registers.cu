// PTX lane registers instead of arithmetic on threadIdx: the rank of a lane among the lanes that vote.
#include <cstdio>
#include <cuda_runtime.h>

__device__ __forceinline__ unsigned laneId()
{
    unsigned id;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(id));
    return id;
}

__device__ __forceinline__ unsigned lanesBelow()
{
    unsigned mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}

__device__ __forceinline__ unsigned lanesUpToMe()
{
    unsigned mask;
    asm("mov.u32 %0, %%lanemask_le;" : "=r"(mask));
    return mask;
}

__global__ void ranks(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned votes = __ballot_sync(0xffffffffu, in[i] % 4 == 0);
    int rank = __popc(votes & lanesBelow());
    int upToMe = __popc(votes & lanesUpToMe());
    out[i] = rank * 1000 + upToMe * 100 + (int)laneId();
}

int main()
{
    const int n = 256;
    static int h[n], result[n];
    for (int i = 0; i < n; i++)
        h[i] = (i * i) % 31;
    int *in, *out, wrong = 0, sum = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    ranks<<<2, n / 2>>>(in, out);
    cudaMemcpy(result, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0, rank = 0; i < n; i++) {
        rank = i % 32 ? rank : 0;
        int vote = h[i] % 4 == 0;
        wrong += result[i] != rank * 1000 + (rank + vote) * 100 + i % 32;
        rank += vote;
        sum = (sum * 31 + result[i]) % 1000003;
    }
    printf("wrong: %d, checksum %d\n", wrong, sum);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
