#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int kBlock = 256;
constexpr int kTile = 2 * kBlock;

// Up-sweep and down-sweep over one tile of kTile values; sums may be null.
__global__ void scanTiles(const int *in, int *out, int *sums, int n)
{
    __shared__ int tile[kTile];
    const int first = blockIdx.x * kTile;
    const int a = first + threadIdx.x, b = a + kBlock;
    tile[threadIdx.x] = a < n ? in[a] : 0;
    tile[threadIdx.x + kBlock] = b < n ? in[b] : 0;

    int offset = 1;
    for (int d = kBlock; d > 0; d >>= 1, offset <<= 1) {
        __syncthreads();
        if (threadIdx.x < d) {
            const int lo = offset * (2 * threadIdx.x + 1) - 1, hi = lo + offset;
            tile[hi] += tile[lo];
        }
    }
    if (threadIdx.x == 0) {
        if (sums)
            sums[blockIdx.x] = tile[kTile - 1];
        tile[kTile - 1] = 0;
    }
    for (int d = 1; d <= kBlock; d <<= 1) {
        offset >>= 1;
        __syncthreads();
        if (threadIdx.x < d) {
            const int lo = offset * (2 * threadIdx.x + 1) - 1, hi = lo + offset;
            const int t = tile[lo];
            tile[lo] = tile[hi];
            tile[hi] += t;
        }
    }
    __syncthreads();
    if (a < n) out[a] = tile[threadIdx.x];
    if (b < n) out[b] = tile[threadIdx.x + kBlock];
}

__global__ void addSums(int *out, const int *sums, int n)
{
    const int i = blockIdx.x * kTile + threadIdx.x;
    if (i < n) out[i] += sums[blockIdx.x];
    if (i + kBlock < n) out[i + kBlock] += sums[blockIdx.x];
}

void exclusiveScan(const int *in, int *out, int n, cudaStream_t stream)
{
    const int tiles = (n + kTile - 1) / kTile;
    if (tiles == 1) {
        scanTiles<<<1, kBlock, 0, stream>>>(in, out, nullptr, n);
        return;
    }
    int *sums;
    cudaMallocAsync(&sums, 2 * tiles * sizeof(int), stream);
    scanTiles<<<tiles, kBlock, 0, stream>>>(in, out, sums, n);
    exclusiveScan(sums, sums + tiles, tiles, stream);
    addSums<<<tiles, kBlock, 0, stream>>>(out, sums + tiles, n);
    cudaFreeAsync(sums, stream);
}

int main()
{
    const int n = 1000003;
    std::vector<int> host(n, 1);
    int *device;
    cudaMalloc(&device, n * sizeof(int));
    cudaMemcpy(device, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    exclusiveScan(device, device, n, nullptr);
    cudaMemcpy(host.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host.back());
    cudaFree(device);
    return host.back() != n - 1;
}
