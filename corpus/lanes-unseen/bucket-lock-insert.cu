// Sorted linked buckets with one spin lock each: every lane inserts on its own, lock taken in a function with the work inside the loop.
#include <cstdio>
#include <initializer_list>
#include <algorithm>
#include <vector>
#include <cuda_runtime.h>

#define BUCKETS 8
#define NIL (-1)

struct Entry { int key; int next; };

struct Table {
    int *locks;
    volatile int *heads;
    volatile Entry *pool;
    int *used;
};

__device__ void link_sorted(Table t, int bucket, int fresh, int key)
{
    int prev = NIL, cur = t.heads[bucket];
    while (cur != NIL && t.pool[cur].key < key) {
        prev = cur;
        cur = t.pool[cur].next;
    }
    t.pool[fresh].key = key;
    t.pool[fresh].next = cur;
    if (prev == NIL)
        t.heads[bucket] = fresh;
    else
        t.pool[prev].next = fresh;
}

__device__ int insert(Table t, int key)
{
    const int bucket = key % BUCKETS;
    const int fresh = atomicAdd(t.used, 1);
    int tries = 0;
    bool leave = false;
    while (!leave) {
        ++tries;
        if (atomicExch(&t.locks[bucket], 1) == 0) {
            __threadfence();
            link_sorted(t, bucket, fresh, key);
            __threadfence();
            leave = true;
            atomicExch(&t.locks[bucket], 0);
        }
    }
    return tries;
}

__global__ void build(Table t, const int *keys, int n, int *suspicious)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (insert(t, keys[i]) <= 0)
        atomicAdd(suspicious, 1);
}

// one warp per bucket counts its length by walking 32 buckets' chains in step
__global__ void lengths(Table t, int *len, int *longest)
{
    const int b = threadIdx.x;
    int n = 0, cur = b < BUCKETS ? t.heads[b] : NIL;
    while (__any_sync(0xffffffff, cur != NIL)) {
        if (cur != NIL) {
            n++;
            cur = t.pool[cur].next;
        }
    }
    if (b < BUCKETS)
        len[b] = n;
    for (int o = 16; o; o /= 2)
        n = max(n, __shfl_xor_sync(0xffffffff, n, o));
    if (b == 0)
        *longest = n;
}

int main()
{
    const int n = 210;
    int *keys, *locks, *heads, *used, *len, *extra;
    Entry *pool;
    cudaMallocManaged(&keys, n * sizeof(int));
    cudaMallocManaged(&locks, BUCKETS * sizeof(int));
    cudaMallocManaged(&heads, BUCKETS * sizeof(int));
    cudaMallocManaged(&len, BUCKETS * sizeof(int));
    cudaMallocManaged(&used, sizeof(int));
    cudaMallocManaged(&extra, 2 * sizeof(int));
    cudaMallocManaged(&pool, n * sizeof(Entry));
    std::vector<int> expect[BUCKETS];
    for (int b = 0; b < BUCKETS; b++)
        locks[b] = 0, heads[b] = NIL;
    *used = extra[0] = extra[1] = 0;
    for (int i = 0; i < n; i++) {
        keys[i] = (i * 197 + 31) % 1000 / (i % 2 + 1);
        expect[keys[i] % BUCKETS].push_back(keys[i]);
    }
    Table t{locks, heads, pool, used};
    build<<<3, 80>>>(t, keys, n, &extra[0]);
    lengths<<<1, 32>>>(t, len, &extra[1]);
    cudaDeviceSynchronize();
    int wrong = extra[0];
    size_t longest = 0;
    for (int b = 0; b < BUCKETS; b++) {
        std::sort(expect[b].begin(), expect[b].end());
        std::vector<int> got;
        for (int e = heads[b]; e != NIL && got.size() <= (size_t)n; e = pool[e].next)
            got.push_back(pool[e].key);
        wrong += got != expect[b];
        wrong += len[b] != (int)expect[b].size();
        longest = std::max(longest, got.size());
    }
    wrong += (int)longest != extra[1];
    printf("buckets wrong %d, longest %d of %d\n", wrong, extra[1], *used);
    for (void *p : {(void *)keys, (void *)locks, (void *)heads, (void *)len, (void *)used, (void *)extra, (void *)pool})
        cudaFree(p);
    return wrong != 0;
}
