#include <cstdio>
#include <cub/cub.cuh>

constexpr int threads = 128;
using State = cub::ScanTileState<int>;
using Prefix = cub::TilePrefixCallbackOp<int, cub::Sum, State>;

__global__ void prepare(State state, int tiles)
{
    state.InitializeStatus(tiles);
}

__global__ void scanTiles(State state, const int *input, int *output, int n)
{
    using Scan = cub::BlockScan<int, threads>;
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
        Prefix prefix(state, storage, cub::Sum(), tile);
        Scan(scan).ExclusiveScan(value, value, cub::Sum(), prefix);
    }
    if (at < n)
        output[at] = value;
}

cudaError_t scan(const int *input, int *output, int n)
{
    int tiles = CUB_QUOTIENT_CEILING(n, threads);
    size_t bytes = 0;
    void *storage = nullptr;
    State state;
    State::AllocationSize(tiles, bytes);
    cudaMalloc(&storage, CUB_MAX(bytes, size_t(1)));
    state.Init(tiles, storage, bytes);
    prepare<<<CUB_QUOTIENT_CEILING(CUB_MIN(tiles + 32, 1024), threads), threads>>>(state, tiles);
    scanTiles<<<tiles, threads>>>(state, input, output, n);
    printf("%d of %d\n", CUB_ROUND_UP_NEAREST(n, threads), CUB_ROUND_DOWN_NEAREST(n, threads));
    return cudaFree(storage);
}
