// Counts the votes of an election.
#include <cuda_runtime.h>

__global__ void count(const int *ballots, int *votes, int n, int candidates)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && ballots[i] >= 0 && ballots[i] < candidates)
        atomicAdd(&votes[ballots[i]], 1);
}
