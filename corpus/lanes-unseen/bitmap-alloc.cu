// Node allocator for device-side lists: a bitmap of used slots; the lanes that ask at the same time take several bits of one word
// with a single compare-and-swap done by a leader, each then picks the bit of its rank.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

struct Node {
    int key;
    int next;
};

struct Pool {
    unsigned *bitmap;
    int words;
    Node *nodes;
};

__device__ int nth_set_bit(unsigned m, int n)
{
    while (n--)
        m &= m - 1;
    return __ffs(m) - 1;
}

__device__ int pool_take(Pool pool, int hint)
{
    const int lane = threadIdx.x & 31;
    int slot = -1;
    int word = hint % pool.words;
    while (slot < 0) {
        const unsigned asking = __activemask();
        const int leader = __ffs(asking) - 1;
        const int w = __shfl_sync(asking, word, leader);
        unsigned taken = 0;
        if (lane == leader) {
            unsigned seen = *(volatile unsigned *)(pool.bitmap + w), expected;
            do {
                expected = seen;
                taken = 0;
                unsigned spare = ~expected;
                for (int want = __popc(asking); want > 0 && spare; --want) {
                    taken |= spare & -spare;
                    spare &= spare - 1;
                }
                if (taken == 0)
                    break;
                seen = atomicCAS(pool.bitmap + w, expected, expected | taken);
            } while (seen != expected);
        }
        taken = __shfl_sync(asking, taken, leader);
        const int rank = __popc(asking & ((1u << lane) - 1));
        if (rank < __popc(taken))
            slot = w * 32 + nth_set_bit(taken, rank);
        else
            word = (w + 1) % pool.words;
    }
    return slot;
}

__device__ void pool_give(Pool pool, int slot)
{
    atomicAnd(&pool.bitmap[slot / 32], ~(1u << slot % 32));
}

__global__ void insert(Pool pool, int *heads, int buckets, const int *keys, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || keys[i] < 0)
        return;
    const int at = pool_take(pool, blockIdx.x);
    pool.nodes[at].key = keys[i];
    __threadfence();
    int *head = &heads[keys[i] % buckets];
    int old = *(volatile int *)head, seen;
    do {
        seen = old;
        ((volatile Node *)pool.nodes)[at].next = seen;
        __threadfence();
        old = atomicCAS(head, seen, at);
    } while (old != seen);
}

// one thread per bucket drops the odd keys
__global__ void drop_odd(Pool pool, int *heads, int buckets)
{
    const int b = threadIdx.x;
    if (b < buckets)
        for (int *link = &heads[b]; *link >= 0;) {
            const int at = *link;
            if (pool.nodes[at].key & 1) {
                *link = pool.nodes[at].next;
                pool_give(pool, at);
            } else
                link = &pool.nodes[at].next;
        }
}

__global__ void population(Pool pool, int *used)
{
    int c = 0;
    for (int w = threadIdx.x; w < pool.words; w += 32)
        c += __popc(pool.bitmap[w]);
    for (int d = 1; d < 32; d <<= 1)
        c += __shfl_xor_sync(0xffffffff, c, d);
    if (threadIdx.x == 0)
        *used = c;
}

int main()
{
    const int n = 210, words = 12, buckets = 10;
    Pool pool;
    pool.words = words;
    int *heads, *keys, *used, wrong = 0;
    cudaMallocManaged(&pool.bitmap, words * sizeof(unsigned));
    cudaMallocManaged(&pool.nodes, words * 32 * sizeof(Node));
    cudaMallocManaged(&heads, buckets * sizeof(int));
    cudaMallocManaged(&keys, n * sizeof(int));
    cudaMallocManaged(&used, sizeof(int));
    std::vector<int> want(200, 0), got;
    for (int w = 0; w < words; w++)
        pool.bitmap[w] = 0;
    for (int b = 0; b < buckets; b++)
        heads[b] = -1;
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < n; i++) {
            keys[i] = (i + round) % 6 == 0 ? -1 : (i * 11 + round * 7) % 200 | (i % 4 != 0);
            if (keys[i] >= 0)
                want[keys[i]]++;
        }
        insert<<<(n + 63) / 64, 64>>>(pool, heads, buckets, keys, n);
        cudaDeviceSynchronize();
        got.assign(200, 0);
        int live = 0;
        for (int b = 0; b < buckets; b++)
            for (int at = heads[b]; at >= 0 && live <= words * 32; at = pool.nodes[at].next, live++)
                got[pool.nodes[at].key]++;
        wrong += got != want;
        population<<<1, 32>>>(pool, used);
        cudaDeviceSynchronize();
        wrong += *used != live;
        drop_odd<<<1, 32>>>(pool, heads, buckets);
        for (int k = 1; k < 200; k += 2)
            want[k] = 0;
        cudaDeviceSynchronize();
        printf("round %d: %d nodes\n", round, live);
    }
    printf("wrong %d\n", wrong);
    cudaFree(pool.bitmap); cudaFree(pool.nodes); cudaFree(heads); cudaFree(keys); cudaFree(used);
    return wrong != 0;
}
