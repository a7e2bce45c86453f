// Stable two-way split (zeros first) of keys by one bit, repeated as an LSD radix sort. Blocks are three-dimensional,
// the lane comes from the flattened thread number.
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

class Warp {
public:
    const int tid, lane, id;
    __device__ Warp()
        : tid(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)), lane(tid % warpSize), id(tid / warpSize)
    {
    }
    __device__ static int count() { return blockDim.x * blockDim.y * blockDim.z / warpSize; }
    __device__ unsigned before() const { return (1u << lane) - 1; }
    __device__ unsigned vote(bool p) const { return __ballot_sync(0xffffffffu, p); }
};

// One block sorts one segment in place.
__global__ void split_sort(unsigned *keys, int length, int bits)
{
    extern __shared__ unsigned smem[];
    const Warp warp;
    const int threads = blockDim.x * blockDim.y * blockDim.z;
    unsigned *a = smem, *b = smem + length;
    int *zeros_of = (int *)(b + length); // per warp
    unsigned *const segment = keys + blockIdx.x * length;

    for (int i = warp.tid; i < length; i += threads)
        a[i] = segment[i];
    __syncthreads();
    for (int bit = 0; bit < bits; bit++) {
        // every warp owns a contiguous piece
        const int piece = (length + Warp::count() - 1) / Warp::count();
        const int from = min(warp.id * piece, length), to = min(from + piece, length);
        int zeros = 0;
        for (int i = from; i < to; i += warpSize)
            zeros += __popc(warp.vote(i + warp.lane < to && !(a[i + warp.lane] >> bit & 1)));
        if (warp.lane == 0)
            zeros_of[warp.id] = zeros;
        __syncthreads();
        int zero_at = 0, all_zeros = 0;
        for (int w = 0; w < Warp::count(); w++) {
            if (w == warp.id)
                zero_at = all_zeros;
            all_zeros += zeros_of[w];
        }
        int one_at = all_zeros + from - zero_at;
        for (int i = from; i < to; i += warpSize) {
            const bool valid = i + warp.lane < to;
            const unsigned key = valid ? a[i + warp.lane] : 0;
            const bool one = valid && (key >> bit & 1);
            const unsigned z = warp.vote(valid && !one), o = warp.vote(one);
            if (valid)
                b[one ? one_at + __popc(o & warp.before()) : zero_at + __popc(z & warp.before())] = key;
            zero_at += __popc(z);
            one_at += __popc(o);
        }
        __syncthreads();
        unsigned *t = a;
        a = b;
        b = t;
    }
    for (int i = warp.tid; i < length; i += threads)
        segment[i] = a[i];
}

int main()
{
    const int length = 300, segments = 3, bits = 10;
    const dim3 shape(4, 6, 4); // 96 threads
    std::vector<unsigned> keys(length * segments), want, got(length * segments);
    for (size_t i = 0; i < keys.size(); i++)
        keys[i] = (unsigned)(i * i * 31 + i) % 1000;
    want = keys;
    for (int s = 0; s < segments; s++)
        std::sort(want.begin() + s * length, want.begin() + (s + 1) * length);
    unsigned *d;
    cudaMalloc(&d, keys.size() * sizeof(unsigned));
    cudaMemcpy(d, keys.data(), keys.size() * sizeof(unsigned), cudaMemcpyHostToDevice);
    const int warps = shape.x * shape.y * shape.z / 32;
    split_sort<<<segments, shape, (2 * length + warps) * sizeof(unsigned)>>>(d, length, bits);
    cudaMemcpy(got.data(), d, keys.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaFree(d);
    int wrong = 0;
    for (size_t i = 0; i < keys.size(); i++)
        wrong += got[i] != want[i];
    printf("%zu keys, median of the first segment %u, wrong %d\n", keys.size(), got[length / 2], wrong);
    return wrong != 0;
}
