// Insertion into a hash table: the lanes of a warp that bring the same key elect one that inserts for all of them.
#include <cstdio>
#include <cuda_runtime.h>

#define EMPTY 0xffffffffu
#define SLOTS 512

__device__ unsigned hash(unsigned key)
{
    return (key * 2654435761u) >> 23;
}

__global__ void insert(const unsigned *keys, int n, unsigned *table, unsigned *counts, int *elections)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned lane = threadIdx.x & 31u;
    unsigned member = __ballot_sync(0xffffffffu, i < n);
    if (i >= n)
        return;
    unsigned key = keys[i];
    unsigned same = __match_any_sync(member, key);
    int leader = __ffs(same) - 1;
    if (lane != leader)
        return;
    atomicAdd(elections, 1);
    for (unsigned slot = hash(key) % SLOTS;; slot = (slot + 1) % SLOTS) {
        unsigned seen = atomicCAS(&table[slot], EMPTY, key);
        if (seen == EMPTY || seen == key) {
            atomicAdd(&counts[slot], __popc(same));
            break;
        }
    }
}

int main()
{
    const int n = 1111, distinct = 150;
    static unsigned keys[n], table[SLOTS], counts[SLOTS], expected[distinct];
    for (int i = 0; i < n; i++) {
        unsigned k = (i / 3 * 77 + i % 2) % distinct;
        keys[i] = k * 1000 + 7;
        expected[k]++;
    }
    unsigned *k, *t, *c;
    int *e, wrong = 0, found = 0, elections;
    cudaMalloc(&k, sizeof(keys));
    cudaMalloc(&t, sizeof(table));
    cudaMalloc(&c, sizeof(counts));
    cudaMalloc(&e, sizeof(int));
    cudaMemcpy(k, keys, sizeof(keys), cudaMemcpyHostToDevice);
    cudaMemset(t, 0xff, sizeof(table));
    cudaMemset(c, 0, sizeof(counts));
    cudaMemset(e, 0, sizeof(int));
    insert<<<(n + 127) / 128, 128>>>(k, n, t, c, e);
    cudaMemcpy(table, t, sizeof(table), cudaMemcpyDeviceToHost);
    cudaMemcpy(counts, c, sizeof(counts), cudaMemcpyDeviceToHost);
    cudaMemcpy(&elections, e, sizeof(int), cudaMemcpyDeviceToHost);
    for (int s = 0; s < SLOTS; s++)
        if (table[s] != EMPTY) {
            found++;
            wrong += counts[s] != expected[(table[s] - 7) / 1000];
        }
    printf("%d keys, %d elections, wrong: %d\n", found, elections, wrong);
    cudaFree(k);
    cudaFree(t);
    cudaFree(c);
    cudaFree(e);
    return wrong != 0 || found != distinct;
}
