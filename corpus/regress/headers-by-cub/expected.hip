#include <hip/hip_runtime.h>
#include <hipcub/device/device_scan.hpp>
#include <hipcub/block/block_reduce.hpp>
#include <hipcub/device/device_run_length_encode.hpp>
#include <thrust/device_vector.h>
#include <thrust/sort.h>

// <cub/block/block_reduce.cuh> brings cub::Max and the functions on warps, <thrust/sort.h> the scan and the sort.
template <int threads> __global__ void largest(const int *in, int *out, int n)
{
    typedef hipcub::BlockReduce<int, threads> Reduce;
    __shared__ typename Reduce::TempStorage kept;
    int i = blockIdx.x * threads + threadIdx.x;
    int most = Reduce(kept).Reduce(i < n ? in[i] : 0, hipcub::Max());
    if (threadIdx.x == 0)
        out[blockIdx.x] = most;
}

void sums(int *values, int *made, int n, hipStream_t stream)
{
    void *room = nullptr;
    size_t bytes = 0;
    hipcub::DeviceScan::InclusiveSum(room, bytes, values, made, n, stream);
    hipMallocAsync(&room, bytes, stream);
    hipcub::DeviceScan::InclusiveSum(room, bytes, values, made, n, stream);
    hipFreeAsync(room, stream);
}

int main()
{
    thrust::device_vector<int> values(1000, 3), made(1000);
    sums(values.data().get(), made.data().get(), 1000, 0);
    largest<128><<<8, 128>>>(values.data().get(), made.data().get(), 1000);
    return hipDeviceSynchronize() != hipSuccess;
}
