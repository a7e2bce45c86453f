// Aggregated atomics per key: the warp takes the keys of its lanes one after the other.
#include <cstdio>
#include <cuda_runtime.h>

#define FULL 0xffffffffu

__global__ void countKeys(const int *keys, int n, int *slots, int *cursor)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x & 31;
    const int key = i < n ? keys[i] : -1;
    unsigned todo = __ballot_sync(FULL, i < n);
    while (todo) {
        const int leader = __ffs(todo) - 1;
        const int current = __shfl_sync(FULL, key, leader);
        const unsigned same = __ballot_sync(FULL, key == current);
        int base = 0;
        if (lane == leader)
            base = atomicAdd(&cursor[current], __popc(same));
        base = __shfl_sync(FULL, base, leader);
        if (key == current)
            slots[i] = base + __popc(same & ((1u << lane) - 1));
        todo &= ~same;
    }
}

int main()
{
    const int n = 500, kinds = 11;
    int *keys, *slots, *cursor, wrong = 0, expected[kinds] = {};
    static int seen[kinds][n];
    cudaMallocManaged(&keys, n * sizeof(int));
    cudaMallocManaged(&slots, n * sizeof(int));
    cudaMallocManaged(&cursor, kinds * sizeof(int));
    for (int i = 0; i < n; i++) {
        keys[i] = (i * i / 5) % kinds;
        expected[keys[i]]++;
    }
    for (int k = 0; k < kinds; k++)
        cursor[k] = 0;
    countKeys<<<4, 128>>>(keys, n, slots, cursor);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        // slots of one warp and one key follow each other; no slot is taken twice
        if (slots[i] < 0 || slots[i] >= expected[keys[i]] || seen[keys[i]][slots[i]]++)
            wrong++;
        for (int k = i - 1; k >= i / 32 * 32; k--)
            if (keys[k] == keys[i]) {
                wrong += slots[i] != slots[k] + 1;
                break;
            }
    }
    for (int k = 0; k < kinds; k++) {
        wrong += cursor[k] != expected[k];
        printf("%d ", cursor[k]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(keys);
    cudaFree(slots);
    cudaFree(cursor);
    return wrong != 0;
}
