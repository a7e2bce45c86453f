#include <hip/hip_runtime.h>
#include <hipcub/agent/single_pass_scan_operators.hpp>
#include <cstdio>
#include <hipcub/hipcub.hpp>

constexpr int threads = 128;
using State = hipcub::ScanTileState<int>;
using Prefix = hipcub::TilePrefixCallbackOp<int, hipcub::Sum, State>;

__global__ void prepare(State state, int tiles)
{
    state.InitializeStatus(tiles);
}

__global__ void scanTiles(State state, const int *input, int *output, int n)
{
    using Scan = hipcub::BlockScan<int, threads>;
    __shared__ typename Scan::TempStorage scan;
    __shared__ typename Prefix::TempStorage storage;
    int tile = blockIdx.x;
    int at = tile * threads + threadIdx.x;
    int value = at < n ? input[at] : 0;
    if (tile == 0) {
        int sum;
        Scan(scan).ExclusiveSum(value, value, sum);
        if (threadIdx.x == 0)
            state.SetInclusive(0, sum);
    } else {
        Prefix prefix(state, storage, hipcub::Sum(), tile);
        Scan(scan).ExclusiveScan(value, value, hipcub::Sum(), prefix);
    }
    if (at < n)
        output[at] = value;
}

hipError_t scan(const int *input, int *output, int n)
{
    int tiles = HIPCUB_QUOTIENT_CEILING(n, threads);
    size_t bytes = 0;
    void *storage = nullptr;
    State state;
    State::AllocationSize(tiles, bytes);
    hipMalloc(&storage, HIPCUB_MAX(bytes, size_t(1)));
    state.Init(tiles, storage, bytes);
    prepare<<<HIPCUB_QUOTIENT_CEILING(HIPCUB_MIN(tiles + 32, 1024), threads), threads>>>(state, tiles);
    scanTiles<<<tiles, threads>>>(state, input, output, n);
    printf("%d of %d\n", HIPCUB_ROUND_UP_NEAREST(n, threads), HIPCUB_ROUND_DOWN_NEAREST(n, threads));
    return hipFree(storage);
}
