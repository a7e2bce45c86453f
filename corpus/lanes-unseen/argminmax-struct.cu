// Arg-min and arg-max together by a generic word-wise shuffle of a struct, with a functor and a block stage.
#include <cstdio>
#include <climits>
#include <cuda_runtime.h>

template <typename T>
struct ShuffleDown {
    static __device__ T apply(const T &input, int delta, unsigned members)
    {
        constexpr int WORDS = (sizeof(T) + sizeof(int) - 1) / sizeof(int);
        T output;
        int *dst = reinterpret_cast<int *>(&output);
        const int *src = reinterpret_cast<const int *>(&input);
#pragma unroll
        for (int w = 0; w < WORDS; ++w)
            dst[w] = __shfl_down_sync(members, src[w], delta);
        return output;
    }
};

struct Extremes {
    int lo, lo_at, hi, hi_at;
    static __host__ __device__ Extremes identity() { return {INT_MAX, -1, INT_MIN, -1}; }
    static __host__ __device__ Extremes of(int v, int i) { return {v, i, v, i}; }
};

struct MergeExtremes {
    __host__ __device__ Extremes operator()(const Extremes &a, const Extremes &b) const
    {
        Extremes r = a;
        if (b.lo < a.lo || (b.lo == a.lo && (unsigned)b.lo_at < (unsigned)a.lo_at))
            r.lo = b.lo, r.lo_at = b.lo_at;
        if (b.hi > a.hi || (b.hi == a.hi && (unsigned)b.hi_at < (unsigned)a.hi_at))
            r.hi = b.hi, r.hi_at = b.hi_at;
        return r;
    }
};

template <typename T, class Op>
__device__ T warpReduce(T v, Op op)
{
    for (int i = 16; i >= 1; i /= 2)
        v = op(v, ShuffleDown<T>::apply(v, i, 0xffffffffu));
    return v;
}

template <int BLOCK, typename T, class Op>
__device__ T blockReduce(T v, Op op, T id)
{
    constexpr int NW = BLOCK / 32;
    static_assert(NW <= 32 && BLOCK % 32 == 0, "block must be whole warps");
    __shared__ __align__(16) unsigned char raw[NW * sizeof(T)];
    T *shared = (T *)raw;
    const int lane = threadIdx.x & 0x1f, wid = threadIdx.x >> 5;
    v = warpReduce(v, op);
    __syncthreads();
    if (lane == 0)
        shared[wid] = v;
    __syncthreads();
    if (wid != 0)
        return id;
    return warpReduce(lane < NW ? shared[lane] : id, op);
}

template <int BLOCK>
__global__ void extremes(const int *x, int n, Extremes *out)
{
    Extremes mine = Extremes::identity();
    for (int i = threadIdx.x + blockIdx.x * BLOCK; i < n; i += BLOCK * gridDim.x)
        mine = MergeExtremes()(mine, Extremes::of(x[i], i));
    mine = blockReduce<BLOCK>(mine, MergeExtremes(), Extremes::identity());
    if (threadIdx.x == 0)
        out[blockIdx.x] = mine;
}

int main()
{
    const int n = 2000, blocks = 4;
    int *x;
    Extremes *out, total = Extremes::identity(), expect = total;
    cudaMallocManaged(&x, n * sizeof(int));
    cudaMallocManaged(&out, blocks * sizeof(Extremes));
    for (int i = 0; i < n; i++) {
        x[i] = (i * 7919 + i / 11 * 13) % 1009 - 500;
        expect = MergeExtremes()(expect, Extremes::of(x[i], i));
    }
    extremes<160><<<blocks, 160>>>(x, n, out);
    cudaDeviceSynchronize();
    for (int b = 0; b < blocks; b++)
        total = MergeExtremes()(total, out[b]);
    printf("min %d at %d, max %d at %d\n", total.lo, total.lo_at, total.hi, total.hi_at);
    const bool ok = total.lo == expect.lo && total.lo_at == expect.lo_at && total.hi == expect.hi &&
                    total.hi_at == expect.hi_at;
    cudaFree(x);
    cudaFree(out);
    return ok ? 0 : 1;
}
