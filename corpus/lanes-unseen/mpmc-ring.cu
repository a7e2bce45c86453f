// A bounded ring between producer and consumer warps of one block: one ticket per warp burst, sequence numbers per slot.
#include <cstdio>
#include <initializer_list>
#include <cuda_runtime.h>

#define ALL_LANES 0xffffffffu
constexpr unsigned CAPACITY = 64; // power of two
constexpr unsigned PRODUCERS = 2, TAKERS = 2;

struct Ring {
    unsigned head, tail, producers_left;
    unsigned seq[CAPACITY];
    int item[CAPACITY];

    __device__ void reset(unsigned tid, unsigned nthreads)
    {
        for (unsigned i = tid; i < CAPACITY; i += nthreads)
            seq[i] = i;
        if (tid == 0)
            head = tail = 0, producers_left = PRODUCERS;
    }

    __device__ static unsigned reserve(unsigned *end, unsigned members, unsigned lane)
    {
        const int leader = __ffs(members) - 1;
        unsigned first = 0;
        if ((int)lane == leader)
            first = atomicAdd(end, __popc(members));
        return __shfl_sync(members, first, leader) + __popc(members & ~(ALL_LANES << lane));
    }

    __device__ void put(unsigned ticket, int v)
    {
        volatile unsigned *s = &seq[ticket % CAPACITY];
        while (*s != ticket)
            ;
        __threadfence_block();
        *(volatile int *)&item[ticket % CAPACITY] = v;
        __threadfence_block();
        *s = ticket + 1;
    }

    __device__ int get(unsigned ticket)
    {
        volatile unsigned *s = &seq[ticket % CAPACITY];
        while (*s != ticket + 1)
            ;
        __threadfence_block();
        const int v = *(volatile int *)&item[ticket % CAPACITY];
        __threadfence_block();
        *s = ticket + CAPACITY;
        return v;
    }
};

__device__ void producer(Ring &ring, const int *in, int n, unsigned w, unsigned lane)
{
    for (int base = w * 32; base < n; base += PRODUCERS * 32) {
        const int i = base + lane;
        const bool send = i < n && in[i] % 3 == 0;
        const unsigned senders = __ballot_sync(ALL_LANES, send);
        if (send)
            ring.put(Ring::reserve(&ring.tail, senders, lane), in[i]);
        __syncwarp();
    }
    // the last producer to finish sends one end mark to each taker lane
    unsigned left = 0;
    if (lane == 0)
        left = atomicSub(&ring.producers_left, 1u);
    if (__shfl_sync(ALL_LANES, left, 0) == 1)
        for (unsigned k = 0; k < TAKERS; k++)
            ring.put(Ring::reserve(&ring.tail, ALL_LANES, lane), -1);
}

__device__ void taker(Ring &ring, int *seen, unsigned lane)
{
    bool open = true;
    for (unsigned members; (members = __ballot_sync(ALL_LANES, open)) != 0;) {
        if (open) {
            const int v = ring.get(Ring::reserve(&ring.head, members, lane));
            if (v < 0)
                open = false;
            else
                atomicAdd(&seen[v / 3], 1);
        }
    }
}

__global__ void exchange(const int *in, int n, int *seen)
{
    __shared__ Ring ring;
    ring.reset(threadIdx.x, blockDim.x);
    __syncthreads();
    const unsigned w = threadIdx.x >> 5, lane = threadIdx.x & 31;
    const int per_block = (n + gridDim.x - 1) / gridDim.x;
    const int first = blockIdx.x * per_block;
    if (w < PRODUCERS)
        producer(ring, in + first, min(per_block, n - first), w, lane);
    else
        taker(ring, seen, lane);
}

int main()
{
    const int n = 700, range = 150;
    int *in, *seen, expected[range / 3] = {0}, wrong = 0, total = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&seen, range / 3 * sizeof(int));
    cudaMemset(seen, 0, range / 3 * sizeof(int));
    for (int i = 0; i < n; i++) {
        in[i] = (i * 89 + i / 9) % range;
        if (in[i] % 3 == 0)
            expected[in[i] / 3]++;
    }
    exchange<<<2, (PRODUCERS + TAKERS) * 32>>>(in, n, seen);
    cudaDeviceSynchronize();
    for (int k = 0; k < range / 3; k++) {
        wrong += seen[k] != expected[k];
        total += seen[k];
    }
    printf("ring passed %d items, wrong %d\n", total, wrong);
    for (void *p : {(void *)in, (void *)seen})
        cudaFree(p);
    return wrong != 0;
}
