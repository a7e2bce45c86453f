// Lanes with work left are served one after the other: the lowest is elected until the ballot is empty.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void drain(const int *work, int n, int *done)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % warpSize;
    int left = i < n ? work[i] : 0;
    unsigned busy;
    while ((busy = __ballot_sync(0xffffffff, left > 0)) != 0) {
        const int leader = __ffs(busy) - 1;
        const int size = __shfl_sync(0xffffffff, left, leader);
        int part = size / warpSize + (lane < size % warpSize ? 1 : 0);
        for (int offset = warpSize / 2; offset > 0; offset /= 2)
            part += __shfl_down_sync(0xffffffff, part, offset);
        if (lane == 0)
            atomicAdd(done, part);
        if (lane == leader)
            left = 0;
    }
}

int main()
{
    const int n = 300;
    int *work, *done, expected = 0;
    cudaMallocManaged(&work, n * sizeof(int));
    cudaMallocManaged(&done, sizeof(int));
    *done = 0;
    for (int i = 0; i < n; i++)
        expected += work[i] = i % 5 == 0 ? i * 3 : 0;
    drain<<<3, 128>>>(work, n, done);
    cudaDeviceSynchronize();
    printf("done %d, expected %d\n", *done, expected);
    return *done != expected;
}
