// HIP code with ballots of 64 bits.
#include <hip/hip_runtime.h>

__global__ void compact(const int *in, int *out, int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = __lane_id(), start = 0;
    bool wanted = i < n && in[i] > 0;
    unsigned long long votes = __ballot(wanted);
    if (lane == 0)
        start = atomicAdd(count, __popcll(votes));
    start = __shfl(start, 0);
    if (wanted)
        out[start + __popcll(votes & ((1ull << lane) - 1))] = in[i];
}
