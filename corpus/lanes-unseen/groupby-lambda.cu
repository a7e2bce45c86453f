// Group-by in a shared-memory table: equal keys of a warp are gathered first, either one key after another (a loop over
// leaders with a lambda for the body) or all at once with match-any and a tree over the peers.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

struct Aggregate { int count, sum, low; };

__device__ __forceinline__ int laneIdx() { return threadIdx.x & 31; }

template <typename Body>
__device__ void for_each_distinct(bool wanted, int key, Body body)
{
    unsigned left = __ballot_sync(0xffffffff, wanted);
    while (left) {
        const int leader = __ffs(left) - 1;
        const int k = __shfl_sync(0xffffffff, key, leader);
        const unsigned same = __ballot_sync(0xffffffff, wanted && key == k) & left;
        body(k, same, leader);
        left &= ~same;
    }
}

template <typename T, typename Op>
__device__ T reduce_peers(unsigned peers, T x, Op op)
{
    const int lane = laneIdx();
    unsigned rank = __popc(peers & ((1u << lane) - 1));
    peers &= 0xfffffffe << lane; // those above me
    while (__any_sync(0xffffffff, peers)) {
        const int next = __ffs(peers);
        const T t = __shfl_sync(0xffffffff, x, next ? next - 1 : lane);
        if (next)
            x = op(x, t);
        const unsigned done = __ballot_sync(0xffffffff, rank & 1);
        peers &= ~done;
        rank >>= 1;
    }
    return x; // of the first of each group of peers
}

template <int GROUPS, bool Waterfall>
__global__ void group_by(const int *key, const int *value, int n, Aggregate *result)
{
    __shared__ Aggregate table[GROUPS];
    for (int g = threadIdx.x; g < GROUPS; g += blockDim.x)
        table[g] = {0, 0, 0x7fffffff};
    __syncthreads();

    const int step = gridDim.x * blockDim.x;
    for (int base = blockIdx.x * blockDim.x; base < n; base += step) {
        const int i = base + threadIdx.x;
        const bool ok = i < n;
        const int k = ok ? key[i] : -1, v = ok ? value[i] : 0;
        if (Waterfall) {
            for_each_distinct(ok, k, [&](int which, unsigned members, int leader) {
                const bool in = members >> laneIdx() & 1;
                int s = in ? v : 0, m = in ? v : 0x7fffffff;
                for (int d = 16; d > 0; d >>= 1) {
                    s += __shfl_xor_sync(0xffffffff, s, d);
                    m = min(m, __shfl_xor_sync(0xffffffff, m, d));
                }
                if (laneIdx() == leader) {
                    atomicAdd(&table[which].count, __popc(members));
                    atomicAdd(&table[which].sum, s);
                    atomicMin(&table[which].low, m);
                }
            });
        } else {
            const unsigned peers = __match_any_sync(0xffffffff, k);
            const int s = reduce_peers(peers, v, [](int a, int b) { return a + b; });
            const int m = reduce_peers(peers, v, [](int a, int b) { return a < b ? a : b; });
            if (ok && laneIdx() == __ffs(peers) - 1) {
                atomicAdd(&table[k].count, __popc(peers));
                atomicAdd(&table[k].sum, s);
                atomicMin(&table[k].low, m);
            }
        }
    }
    __syncthreads();
    for (int g = threadIdx.x; g < GROUPS; g += blockDim.x)
        if (table[g].count) {
            atomicAdd(&result[g].count, table[g].count);
            atomicAdd(&result[g].sum, table[g].sum);
            atomicMin(&result[g].low, table[g].low);
        }
}

int main()
{
    constexpr int groups = 12;
    const int n = 1000;
    int *key, *value, wrong = 0;
    Aggregate *result;
    cudaMallocManaged(&key, n * sizeof(int));
    cudaMallocManaged(&value, n * sizeof(int));
    cudaMallocManaged(&result, groups * sizeof(Aggregate));
    std::vector<Aggregate> want(groups, Aggregate{0, 0, 0x7fffffff});
    for (int i = 0; i < n; i++) {
        const int k = key[i] = i % 64 < 20 ? 3 : (i * i / 7) % groups;
        const int v = value[i] = (i * 53) % 409 - 100;
        want[k].count++;
        want[k].sum += v;
        want[k].low = v < want[k].low ? v : want[k].low;
    }
    for (int variant = 0; variant < 2; variant++) {
        for (int g = 0; g < groups; g++)
            result[g] = {0, 0, 0x7fffffff};
        if (variant)
            group_by<groups, true><<<2, 96>>>(key, value, n, result);
        else
            group_by<groups, false><<<3, 64>>>(key, value, n, result);
        cudaDeviceSynchronize();
        for (int g = 0; g < groups; g++)
            wrong += result[g].count != want[g].count || result[g].sum != want[g].sum || result[g].low != want[g].low;
        printf("variant %d: group 3 has %d, sum %d, least %d\n", variant, result[3].count, result[3].sum, result[3].low);
    }
    printf("wrong %d\n", wrong);
    cudaFree(key); cudaFree(value); cudaFree(result);
    return wrong != 0;
}
