// Rank of every lane among the lanes of its warp with the same value, and how many there are, by __match_any_sync.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void ranks(const unsigned long long *cell, int *rank, int *size, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n + 31) / 32 * 32; i += gridDim.x * blockDim.x) {
        const unsigned lane = i & 31;
        const unsigned valid = __ballot_sync(0xffffffff, i < n);
        if (i < n) {
            const unsigned peers = __match_any_sync(valid, cell[i]);
            rank[i] = __popc(peers << (31 - lane)) - 1;
            size[i] = __popc(peers);
        }
        __syncwarp();
    }
}

int main()
{
    const int n = 407;
    unsigned long long *cell;
    int *rank, *size, wrong = 0, check = 0;
    cudaMallocManaged(&cell, n * sizeof(*cell));
    cudaMallocManaged(&rank, n * sizeof(int));
    cudaMallocManaged(&size, n * sizeof(int));
    for (int i = 0; i < n; i++)
        cell[i] = ((unsigned long long)((i * i) % 6) << 40) + (i / 3) % 2;
    ranks<<<2, 64>>>(cell, rank, size, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        int before = 0, all = 0;
        for (int k = i / 32 * 32; k < i / 32 * 32 + 32 && k < n; k++) {
            all += cell[k] == cell[i];
            before += k < i && cell[k] == cell[i];
        }
        wrong += rank[i] != before || size[i] != all;
        check = (check * 31 + rank[i] * 32 + size[i]) % 1000003;
    }
    printf("wrong: %d, check %d\n", wrong, check);
    cudaFree(cell);
    cudaFree(rank);
    cudaFree(size);
    return wrong != 0;
}
