// Bitonic sorting network in registers: one record per lane, records are shuffled word by word.
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>

struct Record {
    double weight;
    int id;
    short tag[2];
};

template <class T>
__device__ T shfl_xor_any(const T &value, int lane_mask)
{
    static_assert(sizeof(T) % sizeof(int) == 0, "whole words");
    union { T t; int w[sizeof(T) / sizeof(int)]; } u, r;
    u.t = value;
#pragma unroll
    for (unsigned i = 0; i < sizeof(T) / sizeof(int); i++)
        r.w[i] = __shfl_xor_sync(0xffffffff, u.w[i], lane_mask);
    return r.t;
}

struct ByWeight {
    __host__ __device__ bool operator()(const Record &a, const Record &b) const
    {
        return a.weight < b.weight || (a.weight == b.weight && a.id < b.id);
    }
};

template <class T, class Less>
__device__ void compare_exchange(T &x, int stride, bool keep_small, Less less)
{
    const T other = shfl_xor_any(x, stride);
    if (keep_small ? less(other, x) : less(x, other))
        x = other;
}

template <class T, class Less>
__device__ void warp_sort(T &x, Less less)
{
    const unsigned lane = threadIdx.x & 31u;
#pragma unroll
    for (unsigned size = 2; size <= 32; size *= 2)
        for (unsigned stride = size / 2; stride > 0; stride /= 2) {
            const bool up = (lane & size) == 0; // in the last phase always
            const bool low = (lane & stride) == 0;
            compare_exchange(x, stride, up == low, less);
        }
}

__global__ void sort_segments(Record *data, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    Record r;
    r.weight = 1e300;
    r.id = 0x7fffffff;
    r.tag[0] = r.tag[1] = 0;
    if (i < n)
        r = data[i];
    warp_sort(r, ByWeight());
    if (i < n)
        data[i] = r;
}

int main()
{
    const int n = 32 * 9 + 13;
    Record *data, *want = new Record[n];
    cudaMallocManaged(&data, n * sizeof(Record));
    for (int i = 0; i < n; i++) {
        data[i].weight = (i * 73 % 41) * 0.25;
        data[i].id = n - i;
        data[i].tag[0] = (short)(i % 100);
        data[i].tag[1] = (short)-i;
        want[i] = data[i];
    }
    for (int s = 0; s < n; s += 32)
        std::sort(want + s, want + std::min(s + 32, n), ByWeight());
    sort_segments<<<(n + 127) / 128, 128>>>(data, n);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += data[i].weight != want[i].weight || data[i].id != want[i].id || data[i].tag[0] != want[i].tag[0] || data[i].tag[1] != want[i].tag[1];
    printf("%d records, first %d, last %d, wrong %d\n", n, data[0].id, data[n - 1].id, wrong);
    cudaFree(data);
    delete[] want;
    return wrong != 0;
}
