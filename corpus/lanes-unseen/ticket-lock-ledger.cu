// A ledger of accounts behind ticket locks: the leader of a warp takes two locks in order, all lanes do the transfer's work.
#include <cstdio>
#include <initializer_list>
#include <cuda_runtime.h>

class TicketLock {
    unsigned next_, serving_;

public:
    __device__ void acquire()
    {
        const unsigned mine = atomicAdd(&next_, 1u);
        unsigned spins = 0;
        while (atomicAdd(&serving_, 0u) != mine) {
            if (++spins % 64 == 0) __nanosleep(20);
        }
        __threadfence();
    }
    __device__ void release()
    {
        __threadfence();
        atomicAdd(&serving_, 1u);
    }
};

// taken by one lane for the whole warp
class WarpGuard {
    TicketLock &first_, &second_;
    const bool chief_;

public:
    __device__ WarpGuard(TicketLock *locks, int a, int b, int lane)
        : first_(locks[a < b ? a : b]), second_(locks[a < b ? b : a]), chief_(lane == 0)
    {
        if (chief_) {
            first_.acquire();
            second_.acquire();
        }
        __syncwarp();
    }
    __device__ ~WarpGuard()
    {
        __syncwarp();
        if (chief_) {
            second_.release();
            first_.release();
        }
        __syncwarp();
    }
};

struct Transfer { int from, to, amount; };

#define COINS 32 // every account holds 32 kinds of coins, one per lane

__global__ void run(const Transfer *list, int n, int *accounts, TicketLock *locks, int *refused)
{
    const int lane = threadIdx.x & (COINS - 1);
    const int warps = (gridDim.x * blockDim.x) / COINS;
    for (int k = (blockIdx.x * blockDim.x + threadIdx.x) / COINS; k < n; k += warps) {
        const Transfer t = list[k];
        if (t.from == t.to)
            continue;
        WarpGuard guard(locks, t.from, t.to, lane);
        volatile int *from = accounts + t.from * COINS, *to = accounts + t.to * COINS;
        const int have = from[lane];
        const int take = min(have, (t.amount + lane) % 3);
        const int total = __reduce_add_sync(0xffffffffu, take);
        if (total == 0 || __all_sync(0xffffffffu, have < 2)) {
            if (lane == 0)
                atomicAdd(refused, 1);
            continue;
        }
        from[lane] = have - take;
        to[lane] = to[lane] + take;
    }
}

int main()
{
    const int accounts = 6, n = 60;
    Transfer *list;
    TicketLock *locks;
    int *acc, *refused;
    cudaMallocManaged(&list, n * sizeof(Transfer));
    cudaMallocManaged(&acc, accounts * COINS * sizeof(int));
    cudaMallocManaged(&refused, sizeof(int));
    cudaMalloc(&locks, accounts * sizeof(TicketLock));
    cudaMemset(locks, 0, accounts * sizeof(TicketLock));
    *refused = 0;
    for (int i = 0; i < n; i++)
        list[i] = {i * 5 % accounts, (i * 7 + i / 4) % accounts, 1 + i % 9};
    // nobody runs dry, so the order of the transfers does not matter
    long expected[accounts][COINS], check = 0;
    for (int a = 0; a < accounts; a++)
        for (int c = 0; c < COINS; c++)
            expected[a][c] = acc[a * COINS + c] = 500 + a * c;
    run<<<2, 4 * COINS>>>(list, n, acc, locks, refused);
    cudaDeviceSynchronize();
    int wrong = *refused;
    for (int i = 0; i < n; i++)
        if (list[i].from != list[i].to)
            for (int c = 0; c < COINS; c++) {
                expected[list[i].from][c] -= (list[i].amount + c) % 3;
                expected[list[i].to][c] += (list[i].amount + c) % 3;
            }
    for (int c = 0; c < COINS; c++) {
        for (int a = 0; a < accounts; a++) {
            wrong += acc[a * COINS + c] != expected[a][c];
            check += (long)acc[a * COINS + c] * (a + 1);
        }
    }
    printf("ledger wrong %d check %ld\n", wrong, check);
    for (void *p : {(void *)list, (void *)acc, (void *)refused, (void *)locks})
        cudaFree(p);
    return wrong != 0;
}
