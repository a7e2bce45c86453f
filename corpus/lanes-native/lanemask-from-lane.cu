// Masks made from the lane by helpers, in several spellings, that rank the lanes which vote.
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned laneIndex() { return threadIdx.x % warpSize; }
__device__ unsigned lanesBefore(unsigned lane) { return (1u << lane) - 1u; }
__device__ unsigned lanesFrom(unsigned lane) { return 0xffffffffu << lane; }
__device__ unsigned lanesUpTo(unsigned lane) { return 0xffffffffu >> (31 - lane); }
__device__ int rank(unsigned votes, unsigned mask) { return __popc(votes & mask); }

__global__ void ranks(const int *in, int *errors, int *total)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = laneIndex();
    const unsigned votes = __ballot_sync(0xffffffffu, in[i] & 1);
    const int before = rank(votes, lanesBefore(lane)), from = rank(votes, lanesFrom(lane));
    const int upTo = rank(votes, lanesUpTo(lane));
    if (before + from != __popc(votes) || upTo - before != (in[i] & 1))
        atomicAdd(errors, 1);
    const unsigned rest = votes & lanesFrom(lane);
    const int next = rest ? __ffs(rest) - 1 : -1;
    if (next == (int)lane)
        atomicAdd(total, 1);
    if (votes && 31 - __clz(votes) == (int)lane && rest != (1u << lane))
        atomicAdd(errors, 1);
}

int main()
{
    const int n = 640;
    int *in, *errors, *total, expected = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&errors, sizeof(int));
    cudaMallocManaged(&total, sizeof(int));
    *errors = *total = 0;
    for (int i = 0; i < n; i++)
        expected += (in[i] = i * i / 3) & 1;
    ranks<<<5, 128>>>(in, errors, total);
    cudaDeviceSynchronize();
    printf("%d votes, expected %d, errors %d\n", *total, expected, *errors);
    return *errors != 0 || *total != expected;
}
