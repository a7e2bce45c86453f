#include <cub/block/block_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <thrust/device_vector.h>
#include <thrust/sort.h>

// <cub/block/block_reduce.cuh> brings cub::Max and the functions on warps, <thrust/sort.h> the scan and the sort.
template <int threads> __global__ void largest(const int *in, int *out, int n)
{
    typedef cub::BlockReduce<int, threads> Reduce;
    __shared__ typename Reduce::TempStorage kept;
    int i = blockIdx.x * threads + threadIdx.x;
    int most = Reduce(kept).Reduce(i < n ? in[i] : 0, cub::Max());
    if (threadIdx.x == 0)
        out[blockIdx.x] = most;
}

void sums(int *values, int *made, int n, cudaStream_t stream)
{
    void *room = nullptr;
    size_t bytes = 0;
    cub::DeviceScan::InclusiveSum(room, bytes, values, made, n, stream);
    cudaMallocAsync(&room, bytes, stream);
    cub::DeviceScan::InclusiveSum(room, bytes, values, made, n, stream);
    cudaFreeAsync(room, stream);
}

int main()
{
    thrust::device_vector<int> values(1000, 3), made(1000);
    sums(values.data().get(), made.data().get(), 1000, 0);
    largest<128><<<8, 128>>>(values.data().get(), made.data().get(), 1000);
    return cudaDeviceSynchronize() != cudaSuccess;
}
