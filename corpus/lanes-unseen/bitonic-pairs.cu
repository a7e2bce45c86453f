// Bitonic sort of key-value pairs, a warp per list; then pairs of sorted lists merged across registers.
#include <cstdio>
#include <algorithm>
#include <vector>
#include <cuda_runtime.h>

#define kWarp 32

template <typename K, typename V, bool Dir>
struct Comparator {
    static __device__ __forceinline__ bool lessThan(const K a, const K b, const V x, const V y)
    {
        return Dir ? (a < b || (a == b && x < y)) : (a > b || (a == b && x > y));
    }
};

template <typename K, typename V, int L, bool Dir>
__device__ __forceinline__ void compareExchange(K &k, V &v, int laneId, bool reverse)
{
    const K otherK = __shfl_xor_sync(0xffffffff, k, L);
    const V otherV = __shfl_xor_sync(0xffffffff, v, L);
    const bool upper = laneId & L;
    const bool swap = (upper != reverse) ? Comparator<K, V, Dir>::lessThan(k, otherK, v, otherV)
                                         : Comparator<K, V, Dir>::lessThan(otherK, k, otherV, v);
    if (swap) {
        k = otherK;
        v = otherV;
    }
}

template <typename K, typename V, int L, bool Dir>
struct MergeLadder {
    static __device__ void run(K &k, V &v, int laneId, bool reverse)
    {
        compareExchange<K, V, L, Dir>(k, v, laneId, reverse);
        MergeLadder<K, V, L / 2, Dir>::run(k, v, laneId, reverse);
    }
};
template <typename K, typename V, bool Dir>
struct MergeLadder<K, V, 0, Dir> {
    static __device__ void run(K &, V &, int, bool) {}
};

template <typename K, typename V, bool Dir>
__device__ void warpBitonicSort(K &k, V &v, int laneId)
{
    MergeLadder<K, V, 1, Dir>::run(k, v, laneId, laneId & 2);
    MergeLadder<K, V, 2, Dir>::run(k, v, laneId, laneId & 4);
    MergeLadder<K, V, 4, Dir>::run(k, v, laneId, laneId & 8);
    MergeLadder<K, V, 8, Dir>::run(k, v, laneId, laneId & 16);
    MergeLadder<K, V, 16, Dir>::run(k, v, laneId, laneId & 32);
}

// two registers per lane: 64 pairs sorted by one warp
__global__ void sortPairs(float *keys, int *vals, int lists)
{
    const int list = blockIdx.x * (blockDim.x / kWarp) + threadIdx.x / kWarp;
    const int laneId = threadIdx.x & (kWarp - 1);
    if (list >= lists)
        return;
    float *kp = keys + list * 2 * kWarp;
    int *vp = vals + list * 2 * kWarp;
    float k0 = kp[laneId], k1 = kp[laneId + kWarp];
    int v0 = vp[laneId], v1 = vp[laneId + kWarp];
    warpBitonicSort<float, int, true>(k0, v0, laneId);
    warpBitonicSort<float, int, false>(k1, v1, laneId);
    // ascending then descending: bitonic over 64
    if (Comparator<float, int, true>::lessThan(k1, k0, v1, v0)) {
        const float tk = k0;
        const int tv = v0;
        k0 = k1, k1 = tk;
        v0 = v1, v1 = tv;
    }
    MergeLadder<float, int, kWarp / 2, true>::run(k0, v0, laneId, false);
    MergeLadder<float, int, kWarp / 2, true>::run(k1, v1, laneId, false);
    kp[laneId] = k0, kp[laneId + kWarp] = k1;
    vp[laneId] = v0, vp[laneId + kWarp] = v1;
}

int main()
{
    const int lists = 11, per = 2 * kWarp, n = lists * per;
    float *keys;
    int *vals;
    cudaMallocManaged(&keys, n * sizeof(float));
    cudaMallocManaged(&vals, n * sizeof(int));
    std::vector<std::pair<float, int>> ref;
    for (int i = 0; i < n; i++) {
        keys[i] = (i * 577 + i / 3) % 151 * 0.5f;
        vals[i] = i * 7 % 1000;
        ref.push_back({keys[i], vals[i]});
    }
    sortPairs<<<(lists + 2) / 3, 3 * kWarp>>>(keys, vals, lists);
    cudaDeviceSynchronize();
    int wrong = 0;
    long check = 0;
    for (int l = 0; l < lists; l++) {
        std::sort(ref.begin() + l * per, ref.begin() + (l + 1) * per);
        for (int i = l * per; i < (l + 1) * per; i++) {
            wrong += ref[i].first != keys[i] || ref[i].second != vals[i];
            check += (long)vals[i] * (i % per);
        }
    }
    printf("%d lists, %d wrong, check %ld\n", lists, wrong, check);
    cudaFree(keys);
    cudaFree(vals);
    return wrong != 0;
}
