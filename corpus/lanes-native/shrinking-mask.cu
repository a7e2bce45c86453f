// Lanes leave a loop one by one; those that stay keep a mask of themselves, which begins as that of all lanes.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void collatz(const int *start, int *steps, int *last)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned mask = 0xffffffffu;
    int n = start[i], count = 0;
    while (true) {
        mask = __ballot_sync(mask, n != 1);
        if (n == 1)
            break;
        if (__popc(mask) == 1)
            atomicAdd(last, 1);
        n = n % 2 ? 3 * n + 1 : n / 2;
        count += __any_sync(mask, n < 1) ? 100 : 1;
        if (!__all_sync(mask, n > 0))
            count = -1;
    }
    steps[i] = count;
}

int main()
{
    const int n = 256;
    int *start, *steps, *last, wrong = 0, sum = 0;
    cudaMallocManaged(&start, n * sizeof(int));
    cudaMallocManaged(&steps, n * sizeof(int));
    cudaMallocManaged(&last, sizeof(int));
    *last = 0;
    for (int i = 0; i < n; i++)
        start[i] = i * 3 % 61 + 1;
    collatz<<<2, 128>>>(start, steps, last);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        int count = 0;
        for (int k = start[i]; k != 1; count++)
            k = k % 2 ? 3 * k + 1 : k / 2;
        wrong += steps[i] != count;
        sum += steps[i];
    }
    printf("steps %d, wrong: %d\n", sum, wrong);
    return wrong != 0;
}
