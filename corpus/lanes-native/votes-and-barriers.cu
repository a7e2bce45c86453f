// Votes and warp barriers: a warp stops when none of its lanes has more to do, and hands values on in shared memory.
#include <cstdio>
#include <cuda_runtime.h>

constexpr unsigned kFull = ~0u;

__global__ void relax(int *values, const int *goal)
{
    __shared__ int next[256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = values[i];
    while (__any_sync(kFull, mine != goal[i])) {
        mine += mine < goal[i] ? 1 : mine > goal[i] ? -1 : 0;
        next[threadIdx.x] = mine;
        __syncwarp();
        const int other = next[threadIdx.x ^ 1];
        __syncwarp();
        if (__all_sync(kFull, other == goal[i ^ 1]) && mine == goal[i])
            break;
    }
    values[i] = mine;
}

int main()
{
    const int n = 512;
    int *values, *goal, wrong = 0;
    cudaMallocManaged(&values, n * sizeof(int));
    cudaMallocManaged(&goal, n * sizeof(int));
    for (int i = 0; i < n; i++) {
        values[i] = i * 5 % 17;
        goal[i] = i * 3 % 19;
    }
    relax<<<2, 256>>>(values, goal);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        wrong += values[i] != goal[i];
    printf("wrong: %d\n", wrong);
    return wrong != 0;
}
