// Random walks with per-lane state in a warp: finished lanes fetch new walkers through an aggregated ticket.
#include <cstdio>
#include <cuda_runtime.h>

struct Rng {
    unsigned s;
    __host__ __device__ explicit Rng(unsigned seed) : s(seed * 2654435761u + 97u) {}
    __host__ __device__ unsigned next()
    {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        return s;
    }
};

struct Walker {
    Rng rng;
    int x, steps, id;
    __host__ __device__ Walker(int i) : rng(i + 1), x(0), steps(0), id(i) {}
    // true while the walk goes on
    __host__ __device__ bool advance()
    {
        x += (rng.next() >> 9) & 1 ? 1 : -1;
        return ++steps < 60 && x > -6 && x < 6;
    }
};

__device__ __forceinline__ unsigned lanemask_lt()
{
    unsigned m;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m));
    return m;
}

__device__ int take_tickets(int *counter, bool want)
{
    const unsigned wanting = __ballot_sync(0xffffffff, want);
    if (!want)
        return -1;
    const int leader = __ffs(wanting) - 1, me = threadIdx.x & 31;
    int base;
    if (me == leader)
        base = atomicAdd(counter, __popc(wanting));
    base = __shfl_sync(wanting, base, leader);
    return base + __popc(wanting & lanemask_lt());
}

__global__ void walk(int *counter, int total, int *end_pos, int *end_steps, int *per_exit)
{
    Walker w(-1);
    bool busy = false, exhausted = false;
    do {
        const int t = take_tickets(counter, !busy && !exhausted);
        if (t >= 0) {
            if (t < total) {
                w = Walker(t);
                busy = true;
            } else {
                exhausted = true;
            }
        }
        if (busy && !w.advance()) {
            end_pos[w.id] = w.x;
            end_steps[w.id] = w.steps;
            atomicAdd(&per_exit[w.x + 6], 1);
            busy = false;
        }
    } while (__any_sync(0xffffffff, busy || !exhausted));
}

int main()
{
    const int total = 500;
    int *counter, *pos, *steps, *exits;
    cudaMallocManaged(&counter, sizeof(int));
    cudaMallocManaged(&pos, total * sizeof(int));
    cudaMallocManaged(&steps, total * sizeof(int));
    cudaMallocManaged(&exits, 13 * sizeof(int));
    *counter = 0;
    cudaMemset(exits, 0, 13 * sizeof(int));
    walk<<<2, 64>>>(counter, total, pos, steps, exits);
    cudaDeviceSynchronize();
    int wrong = 0, expect[13] = {0};
    for (int i = 0; i < total; i++) {
        Walker w(i);
        while (w.advance())
            ;
        wrong += pos[i] != w.x || steps[i] != w.steps;
        expect[w.x + 6]++;
    }
    for (int i = 0; i < 13; i++)
        wrong += expect[i] != exits[i];
    printf("walks %d, wrong %d, left %d right %d\n", total, wrong, exits[0], exits[12]);
    cudaFree(counter);
    cudaFree(pos);
    cudaFree(steps);
    cudaFree(exits);
    return wrong != 0;
}
