// A work queue guarded by a spin lock (test, set, work in the critical section, release), used by single lanes of warps and by
// every thread. Finished items may put two smaller ones back.
#include <cstdio>
#include <cuda_runtime.h>

struct Lock {
    int state;
    __device__ bool try_acquire() { return atomicCAS(&state, 0, 1) == 0; }
    __device__ void acquire()
    {
        while (!try_acquire())
            ;
        __threadfence();
    }
    __device__ void release()
    {
        __threadfence();
        atomicExch(&state, 0);
    }
};

struct Stack {
    Lock lock;
    int size, pending; // pending: items that are not finished
    int items[512];
};

// Every thread adds its item; the critical section stands inside the loop, so that a warp's lanes pass one after another.
__device__ void push_locked(Stack *s, int item)
{
    bool done = false;
    do {
        if (s->lock.try_acquire()) {
            __threadfence();
            volatile int *size = &s->size;
            ((volatile int *)s->items)[*size] = item;
            *size = *size + 1;
            atomicAdd(&s->pending, 1);
            s->lock.release();
            done = true;
        }
    } while (!done);
}

// 0: nothing there at the moment
__device__ int pop_by_leader(Stack *s, int lane)
{
    int item = 0;
    if (lane == 0) {
        s->lock.acquire();
        volatile int *size = &s->size;
        if (*size > 0) {
            *size = *size - 1;
            item = ((volatile int *)s->items)[*size];
        }
        s->lock.release();
    }
    return __shfl_sync(0xffffffff, item, 0);
}

__global__ void fill(Stack *s, const int *seeds, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        push_locked(s, seeds[i]);
}

__global__ void work(Stack *s, unsigned long long *sum, int *steps)
{
    const int lane = threadIdx.x & 31;
    while (true) {
        const int item = pop_by_leader(s, lane);
        if (item == 0) {
            int left = lane == 0 ? atomicAdd(&s->pending, 0) : 0;
            left = __shfl_sync(0xffffffff, left, 0);
            if (left == 0)
                break;
            continue;
        }
        // the warp's work: the sum of lane-wise products
        int part = item * lane % 7;
        for (int d = 16; d; d >>= 1)
            part += __shfl_down_sync(0xffffffff, part, d);
        if (item > 4 && lane < 2) // two lanes return one half each
            push_locked(s, lane ? item / 2 : item - item / 2);
        __syncwarp();
        if (lane == 0) {
            atomicAdd(sum, (unsigned long long)part);
            atomicAdd(steps, 1);
            __threadfence();
            atomicSub(&s->pending, 1);
        }
    }
}

static void model(int item, unsigned long long &sum, int &steps)
{
    for (int lane = 0; lane < 32; lane++)
        sum += item * lane % 7;
    steps++;
    if (item > 4) {
        model(item / 2, sum, steps);
        model(item - item / 2, sum, steps);
    }
}

int main()
{
    const int n = 40;
    Stack *s;
    int *seeds, *steps, want_steps = 0;
    unsigned long long *sum, want = 0;
    cudaMallocManaged(&s, sizeof(Stack));
    cudaMallocManaged(&seeds, n * sizeof(int));
    cudaMallocManaged(&steps, sizeof(int));
    cudaMallocManaged(&sum, sizeof(*sum));
    cudaMemset(s, 0, sizeof(Stack));
    *steps = 0;
    *sum = 0;
    for (int i = 0; i < n; i++) {
        seeds[i] = 1 + i * 7 % 19;
        model(seeds[i], want, want_steps);
    }
    fill<<<1, 64>>>(s, seeds, n);
    work<<<2, 64>>>(s, sum, steps);
    cudaDeviceSynchronize();
    printf("steps %d of %d, sum %llu of %llu, left %d\n", *steps, want_steps, *sum, want, s->size);
    const bool ok = *steps == want_steps && *sum == want && s->size == 0 && s->pending == 0;
    cudaFree(s); cudaFree(seeds); cudaFree(steps); cudaFree(sum);
    return !ok;
}
