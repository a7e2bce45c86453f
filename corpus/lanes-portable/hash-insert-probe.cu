// Inserts keys into a hash table by compare and swap.
#include <cuda_runtime.h>

#define EMPTY -1

__global__ void insert(int *table, int size, const int *keys, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int key = keys[i], slot = key % size, old;
    while ((old = atomicCAS(&table[slot], EMPTY, key)) != EMPTY && old != key)
        slot = (slot + 1) % size;
}
