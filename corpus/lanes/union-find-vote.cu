// Union-find over the rows of a picture: lanes find the runs of their row by a ballot, then unite with the row above.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int findRoot(const volatile int *parent, int i)
{
    while (parent[i] != i)
        i = parent[i];
    return i;
}

__device__ void unite(int *parent, int a, int b)
{
    for (bool done = false; !done;) {
        a = findRoot(parent, a);
        b = findRoot(parent, b);
        if (a < b) {
            int old = atomicMin(&parent[b], a);
            done = old == b;
            b = old;
        } else if (b < a) {
            int old = atomicMin(&parent[a], b);
            done = old == a;
            a = old;
        } else {
            done = true;
        }
    }
}

// A row is 32 pixels: one warp.
__global__ void rowRuns(const unsigned char *pixel, int *parent, unsigned *words)
{
    const int lane = threadIdx.x & 31, i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool on = pixel[i];
    const unsigned set = __ballot_sync(0xffffffff, on);
    if (lane == 0)
        words[i / 32] = set;
    if (on) {
        const unsigned gaps = ~set & ((1u << lane) - 1);
        const int start = gaps ? 32 - __clz(gaps) : 0;
        parent[i] = i - lane + start;
    } else {
        parent[i] = -1;
    }
}

__global__ void joinRows(const unsigned *words, int *parent, int rows)
{
    const int lane = threadIdx.x % 32, row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row == 0 || row >= rows)
        return;
    const unsigned both = words[row] & words[row - 1];
    if (both >> lane & 1)
        unite(parent, row * 32 + lane, row * 32 - 32 + lane);
}

int main()
{
    const int rows = 22, n = rows * 32;
    unsigned char *pixel;
    int *parent, wrong = 0, parts = 0, expected[n];
    unsigned *words;
    cudaMallocManaged(&pixel, n);
    cudaMallocManaged(&parent, n * sizeof(int));
    cudaMallocManaged(&words, rows * sizeof(unsigned));
    for (int i = 0; i < n; i++) {
        pixel[i] = (i * 2654435761u >> 24) % 5 < 3;
        expected[i] = pixel[i] ? i : -1;
    }
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < n; i++)
            for (int d = 0; d < 2; d++) {
                int k = d ? i - 32 : i - 1;
                if (expected[i] < 0 || k < 0 || (!d && i % 32 == 0) || expected[k] < 0 || expected[k] == expected[i])
                    continue;
                expected[i] = expected[k] = expected[i] < expected[k] ? expected[i] : expected[k];
                again = true;
            }
    }
    rowRuns<<<n / 64, 64>>>(pixel, parent, words);
    joinRows<<<n / 64, 64>>>(words, parent, rows);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        int root = i;
        if (parent[i] < 0)
            root = -1;
        else
            while (parent[root] != root)
                root = parent[root];
        wrong += root != expected[i];
        parts += root == i;
    }
    printf("%d parts, wrong: %d\n", parts, wrong);
    cudaFree(pixel);
    cudaFree(parent);
    cudaFree(words);
    return wrong != 0;
}
