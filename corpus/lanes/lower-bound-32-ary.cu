// Lower bound in a sorted array, 32 places at a time: the ballot of a warp tells in which part to go on.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int FANOUT = 32;

__device__ int lowerBound(const int *a, int n, int key)
{
    const int lane = threadIdx.x % FANOUT;
    int low = 0, length = n; // the answer is in [low, low + length]
    while (length > 0) {
        const int step = (length + FANOUT - 1) / FANOUT;
        const int at = low + lane * step + step - 1;
        const bool less = at < low + length && a[at] < key;
        const int whole = __popc(__ballot_sync(0xffffffff, less));
        const int skipped = min(whole * step, length);
        const int rest = min(length - skipped, step - 1);
        low += skipped;
        length = rest;
    }
    return low;
}

__global__ void search(const int *a, int n, const int *keys, int m, int *found)
{
    const int q = (blockIdx.x * blockDim.x + threadIdx.x) / FANOUT;
    if (q >= m)
        return;
    const int at = lowerBound(a, n, keys[q]);
    if (threadIdx.x % FANOUT == 0)
        found[q] = at;
}

int main()
{
    const int n = 1234, m = 45;
    int *a, *keys, *found, wrong = 0;
    cudaMallocManaged(&a, n * sizeof(int));
    cudaMallocManaged(&keys, m * sizeof(int));
    cudaMallocManaged(&found, m * sizeof(int));
    for (int i = 0; i < n; i++)
        a[i] = i / 3 * 5 + i % 2 * (i % 3 == 2);
    for (int q = 0; q < m; q++)
        keys[q] = q * 47 - 5;
    search<<<(m * 32 + 127) / 128, 128>>>(a, n, keys, m, found);
    cudaDeviceSynchronize();
    for (int q = 0; q < m; q++) {
        int at = 0;
        while (at < n && a[at] < keys[q])
            at++;
        wrong += found[q] != at;
        printf("%d%c", found[q], q % 9 == 8 ? '\n' : ' ');
    }
    printf("wrong: %d\n", wrong);
    cudaFree(a);
    cudaFree(keys);
    cudaFree(found);
    return wrong != 0;
}
