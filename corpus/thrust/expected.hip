#include <hip/hip_runtime.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
#include <cstdio>

struct Hash {
    __host__ __device__ unsigned operator()(unsigned x) const
    {
        x ^= x >> 17;
        x *= 0xed5ad4bbu;
        return x ^ (x >> 11);
    }
};

__global__ void bucketOf(const unsigned *hashes, unsigned *buckets, unsigned mask, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        buckets[i] = hashes[i] & mask;
}

int main()
{
    const int n = 1 << 20;
    hipStream_t stream;
    hipStreamCreate(&stream);

    thrust::device_vector<unsigned> hashes(n), buckets(n), ones(n, 1u);
    thrust::transform(thrust::hip::par.on(stream), thrust::make_counting_iterator(0u),
                      thrust::make_counting_iterator(static_cast<unsigned>(n)), hashes.begin(), Hash());
    bucketOf<<<(n + 255) / 256, 256, 0, stream>>>(thrust::raw_pointer_cast(hashes.data()),
                                                   thrust::raw_pointer_cast(&buckets[0]), 1023u, n);
    hipStreamSynchronize(stream);

    thrust::sort_by_key(thrust::device, buckets.begin(), buckets.end(), hashes.begin());
    thrust::device_vector<unsigned> keys(1024), counts(1024);
    auto ends = thrust::reduce_by_key(buckets.begin(), buckets.end(), ones.begin(), keys.begin(), counts.begin());
    const unsigned largest = thrust::reduce(counts.begin(), ends.second, 0u, thrust::maximum<unsigned>());

    auto zipped = thrust::make_zip_iterator(thrust::make_tuple(keys.begin(), counts.begin()));
    thrust::host_vector<unsigned> host = counts;
    std::printf("%ld buckets, the largest has %u, the first %u\n", static_cast<long>(ends.first - keys.begin()), largest,
                static_cast<unsigned>(thrust::get<1>(*zipped)) + 0 * host[0]);
    hipStreamDestroy(stream);
    return 0;
}
