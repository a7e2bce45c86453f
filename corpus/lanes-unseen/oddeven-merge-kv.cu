// Batcher's odd-even merge sort in registers, a key-value pair packed into 64 bits per lane. Segments of 8, 16 or 32 lanes are
// sorted by the template's Width; comparators talk to the partner only if both are in the segment's mask.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

template <int Width>
struct Segment {
    static_assert(Width >= 2 && Width <= 32 && !(Width & (Width - 1)), "a power of two");
    static constexpr unsigned base_mask = Width == 32 ? 0xffffffffu : (1u << (Width & 31)) - 1;
    unsigned mask;
    int rank;

    __device__ Segment()
    {
        const int lane = threadIdx.x & 31;
        rank = lane % Width;
        mask = base_mask << (lane - rank);
    }

    template <typename T, typename Less>
    __device__ void compare_exchange(T &v, int partner, Less less) const
    {
        const bool active = partner >= 0 && partner < Width;
        const T other = __shfl_sync(mask, v, active ? partner : rank, Width);
        if (!active)
            return;
        const bool low = rank < partner;
        if (low ? less(other, v) : less(v, other))
            v = other;
    }

    template <typename T, typename Less>
    __device__ void sort(T &v, Less less) const
    {
#pragma unroll
        for (int p = 1; p < Width; p *= 2)
#pragma unroll
            for (int k = p; k >= 1; k /= 2) {
                // comparators (x, x + k) with x + k in the same block of 2 p, starting from k % p
                int partner = -1;
                const int off = k % p, step = (rank - off) / k;
                if (rank >= off) {
                    const int mate = step % 2 == 0 ? rank + k : rank - k;
                    if (rank / (2 * p) == mate / (2 * p) && mate < Width)
                        partner = mate;
                }
                compare_exchange(v, partner, less);
            }
    }
};

template <int Width>
__global__ void sort_segments(uint64_t *data, const int *size, int segments, bool descending)
{
    const int s = (blockIdx.x * blockDim.x + threadIdx.x) / Width;
    if (s >= segments)
        return;
    const Segment<Width> seg;
    const bool real = seg.rank < size[s];
    uint64_t v = real ? data[s * Width + seg.rank] : descending ? 0 : ~0ull;
    if (descending)
        seg.sort(v, [](uint64_t a, uint64_t b) { return a > b; });
    else
        seg.sort(v, [](uint64_t a, uint64_t b) { return a < b; });
    if (real)
        data[s * Width + seg.rank] = v;
}

template <int Width>
int test(int segments, int threads)
{
    uint64_t *data;
    int *size;
    cudaMallocManaged(&data, segments * Width * sizeof(uint64_t));
    cudaMallocManaged(&size, segments * sizeof(int));
    int wrong = 0;
    for (bool descending : {false, true}) {
        for (int s = 0; s < segments; s++)
            size[s] = s % 3 == 2 ? 1 + s % Width : Width;
        for (int i = 0; i < segments * Width; i++)
            data[i] = (uint64_t)(i * 2654435761u >> 25) << 32 | i;
        std::vector<uint64_t> want(data, data + segments * Width);
        sort_segments<Width><<<(segments * Width + threads - 1) / threads, threads>>>(data, size, segments, descending);
        cudaDeviceSynchronize();
        for (int s = 0; s < segments; s++) {
            auto first = want.begin() + s * Width;
            std::sort(first, first + size[s]);
            if (descending)
                std::reverse(first, first + size[s]);
        }
        for (int i = 0; i < segments * Width; i++)
            wrong += want[i] != data[i];
    }
    printf("width %d: first key %d of %d, wrong %d\n", Width, (int)(data[0] >> 32), (int)(uint32_t)data[0], wrong);
    cudaFree(data);
    cudaFree(size);
    return wrong;
}

int main()
{
    const int wrong = test<8>(21, 96) + test<16>(13, 48) + test<32>(7, 64);
    printf("%s\n", wrong ? "not sorted" : "sorted");
    return wrong != 0;
}
