// Merging of sorted lists by a warp: each lane finds its place on the merge path, and hands its split to its neighbour.
#include <cstdio>
#include <cuda_runtime.h>

#define WARP_SIZE 32
#define PER_LANE 6
#define TILE (WARP_SIZE * PER_LANE)

__device__ int mergePath(const int *a, int na, const int *b, int nb, int diagonal)
{
    int low = max(0, diagonal - nb), high = min(diagonal, na);
    while (low < high) {
        const int middle = (low + high) / 2;
        if (a[middle] <= b[diagonal - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

__global__ void merge(const int *a, int na, const int *b, int nb, int *out)
{
    const int lane = threadIdx.x % WARP_SIZE;
    const int tile = (blockIdx.x * blockDim.x + threadIdx.x) / WARP_SIZE * TILE;
    const int start = min(tile + lane * PER_LANE, na + nb);
    const int i = mergePath(a, na, b, nb, start), j = start - i;
    const int endOfWarp = min(tile + TILE, na + nb);
    int iEnd = __shfl_down_sync(0xffffffff, i, 1), jEnd = __shfl_down_sync(0xffffffff, j, 1);
    if (lane == WARP_SIZE - 1) {
        iEnd = mergePath(a, na, b, nb, endOfWarp);
        jEnd = endOfWarp - iEnd;
    }
    for (int k = start, x = i, y = j; x < iEnd || y < jEnd; k++)
        out[k] = y >= jEnd || (x < iEnd && a[x] <= b[y]) ? a[x++] : b[y++];
}

int main()
{
    const int na = 431, nb = 517, n = na + nb;
    int *a, *b, *out, wrong = 0, check = 0;
    cudaMallocManaged(&a, na * sizeof(int));
    cudaMallocManaged(&b, nb * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < na; i++)
        a[i] = i * 5 / 2;
    for (int i = 0; i < nb; i++)
        b[i] = i * i / 200 + 100;
    merge<<<(n + 2 * TILE - 1) / (2 * TILE), 64>>>(a, na, b, nb, out);
    cudaDeviceSynchronize();
    for (int k = 0, i = 0, j = 0; k < n; k++) {
        const int expected = j >= nb || (i < na && a[i] <= b[j]) ? a[i++] : b[j++];
        wrong += out[k] != expected;
        check = (check * 31 + out[k]) % 1000003;
    }
    printf("wrong: %d, check %d\n", wrong, check);
    cudaFree(a);
    cudaFree(b);
    cudaFree(out);
    return wrong != 0;
}
