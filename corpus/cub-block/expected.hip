#include <hip/hip_runtime.h>

#include <hipcub/block/block_load.hpp>
#include <hipcub/block/block_reduce.hpp>
#include <hipcub/block/block_scan.hpp>
#include <hipcub/block/block_store.hpp>

template <int Threads, int Items, hipcub::BlockLoadAlgorithm Load = hipcub::BLOCK_LOAD_DIRECT>
__global__ void prefixTile(const int *in, int *out, int *totals)
{
    using BlockLoad = hipcub::BlockLoad<int, Threads, Items, Load>;
    using BlockStore = hipcub::BlockStore<int, Threads, Items>;
    typedef hipcub::BlockScan<int, Threads> BlockScan;

    __shared__ union {
        typename BlockLoad::TempStorage load;
        typename BlockStore::TempStorage store;
        typename BlockScan::TempStorage scan;
    } storage;

    const int first = blockIdx.x * Threads * Items;
    int items[Items], total;
    BlockLoad(storage.load).Load(in + first, items);
    __syncthreads();
    BlockScan(storage.scan).ExclusiveSum(items, items, total);
    __syncthreads();
    BlockStore(storage.store).Store(out + first, items);
    if (threadIdx.x == 0)
        totals[blockIdx.x] = total;
}

template <int Threads>
__global__ void norm(const float *x, float *out, int n)
{
    using namespace hipcub;
    typedef BlockReduce<float, Threads, BLOCK_REDUCE_RAKING> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += Threads)
        sum += x[i] * x[i];
    const float total = Reduce(storage).Sum(sum);
    if (threadIdx.x == 0)
        *out = sqrtf(total);
}

void run(const int *in, int *out, int *totals, const float *x, float *result, int tiles, int n, hipStream_t stream)
{
    prefixTile<128, 4><<<tiles, 128, 0, stream>>>(in, out, totals);
    prefixTile<256, 2, hipcub::BLOCK_LOAD_TRANSPOSE><<<tiles, 256, 0, stream>>>(in, out, totals);
    norm<256><<<1, 256, 0, stream>>>(x, result, n);
}
