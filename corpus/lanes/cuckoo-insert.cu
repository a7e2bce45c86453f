// Cuckoo hashing with buckets of a warp: lanes look for a place together, a full bucket gives up one of its keys.
#include <cstdio>
#include <cuda_runtime.h>

#define EMPTY 0u
#define BUCKETS 8
#define BUCKET 32

__device__ unsigned place(unsigned key, int which)
{
    return (which ? key * 0x9E3779B1u >> 13 : key * 0x85EBCA6Bu >> 17) % BUCKETS;
}

__global__ void insert(const unsigned *keys, int n, unsigned *table, int *failed)
{
    const unsigned lane = threadIdx.x & 31;
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, warps = (gridDim.x * blockDim.x) >> 5;
    for (int i = warp; i < n; i += warps) {
        unsigned key = keys[i], bucket = place(key, 0);
        bool placed = false;
        for (int kicks = 0; kicks < 200 && !placed; kicks++) {
            unsigned *slot = &table[bucket * BUCKET + lane];
            unsigned open;
            while (!placed && (open = __ballot_sync(0xffffffff, *(volatile unsigned *)slot == EMPTY)) != 0) {
                const int chosen = __ffs(open) - 1;
                bool success = false;
                if (lane == chosen)
                    success = atomicCAS(slot, EMPTY, key) == EMPTY;
                placed = __shfl_sync(0xffffffff, (int)success, chosen);
            }
            if (!placed) {
                const int victim = (key + kicks) & 31;
                unsigned thrown = 0;
                if (lane == victim)
                    thrown = atomicExch(slot, key);
                key = __shfl_sync(0xffffffff, thrown, victim);
                bucket = place(key, 0) == bucket ? place(key, 1) : place(key, 0);
            }
        }
        if (!placed && lane == 0)
            atomicAdd(failed, 1);
    }
}

__global__ void lookup(const unsigned *keys, int n, const unsigned *table, int *found)
{
    const unsigned lane = threadIdx.x & 31;
    const int i = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (i >= n)
        return;
    const unsigned key = keys[i];
    bool here = __any_sync(0xffffffff, table[place(key, 0) * BUCKET + lane] == key);
    if (!here)
        here = __any_sync(0xffffffff, table[place(key, 1) * BUCKET + lane] == key);
    if (lane == 0 && here)
        atomicAdd(found, 1);
}

int main()
{
    const int n = 200, size = BUCKETS * BUCKET;
    unsigned *keys, *table;
    int *counts, wrong = 0, stored = 0;
    cudaMallocManaged(&keys, 2 * n * sizeof(unsigned));
    cudaMallocManaged(&table, size * sizeof(unsigned));
    cudaMallocManaged(&counts, 3 * sizeof(int));
    cudaMemset(table, 0, size * sizeof(unsigned));
    for (int i = 0; i < 2 * n; i++)
        keys[i] = i * 7919 + 13;
    counts[0] = counts[1] = counts[2] = 0;
    insert<<<2, 64>>>(keys, n, table, &counts[0]);
    lookup<<<n / 2, 64>>>(keys, n, table, &counts[1]);
    lookup<<<n / 2, 64>>>(keys + n, n, table, &counts[2]);
    cudaDeviceSynchronize();
    for (int s = 0; s < size; s++)
        stored += table[s] != EMPTY;
    wrong = (counts[0] != 0) + (counts[1] != n) + (counts[2] != 0) + (stored != n);
    printf("failed %d, found %d, found of others %d, stored %d, wrong: %d\n", counts[0], counts[1], counts[2], stored, wrong);
    cudaFree(keys);
    cudaFree(table);
    cudaFree(counts);
    return wrong != 0;
}
