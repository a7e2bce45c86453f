// Stream compaction: the ballot's bits below a lane give its place, and each warp reserves places with one addition.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void compact(const int *in, int n, int *out, int *count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x % warpSize;
    const bool keep = i < n && in[i] % 3 == 0;
    const unsigned votes = __ballot_sync(0xffffffff, keep);
    const unsigned below = votes & ((1u << lane) - 1u);
    int base = 0;
    if (lane == 0 && votes != 0)
        base = atomicAdd(count, __popc(votes));
    base = __shfl_sync(0xffffffff, base, 0);
    if (keep)
        out[base + __popc(below)] = in[i];
}

int main()
{
    const int n = 1000;
    int *in, *out, *count, expected = 0, wrong = 0;
    long long sum = 0, total = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    cudaMallocManaged(&count, sizeof(int));
    *count = 0;
    for (int i = 0; i < n; i++) {
        in[i] = i * i % 1009;
        expected += in[i] % 3 == 0;
        total += in[i] % 3 == 0 ? in[i] * (long long)in[i] : 0;
    }
    compact<<<(n + 191) / 192, 192>>>(in, n, out, count);
    cudaDeviceSynchronize();
    for (int i = 0; i < *count; i++) {
        wrong += out[i] % 3 != 0;
        sum += out[i] * (long long)out[i];
    }
    printf("%d kept, expected %d, squares %lld, wrong: %d\n", *count, expected, sum, wrong);
    return wrong != 0 || *count != expected || sum != total;
}
