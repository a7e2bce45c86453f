// Separable running box filter: cooperative-group tiles of 16 slide along rows and keep halo pixels in registers.
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

template <int TILE, int RADIUS>
__global__ void box_rows(const int *in, int *out, int w, int h)
{
    cg::thread_block cta = cg::this_thread_block();
    cg::thread_block_tile<TILE> tile = cg::tiled_partition<TILE>(cta);
    const int tiles_per_block = cta.size() / TILE;
    const int y = blockIdx.y;
    const int step = TILE - 2 * RADIUS; // useful pixels in one go
    for (int x0 = (blockIdx.x * tiles_per_block + cta.thread_rank() / TILE) * step; x0 < w;
         x0 += gridDim.x * tiles_per_block * step) {
        int x = x0 + (int)tile.thread_rank() - RADIUS;
        const int clamped = min(max(x, 0), w - 1);
        const int v = in[y * w + clamped];
        int sum = v;
#pragma unroll
        for (int d = 1; d <= RADIUS; d++) {
            const int l = tile.shfl_up(v, d), r = tile.shfl_down(v, d);
            sum += l + r;
        }
        const int rank = tile.thread_rank();
        if (rank >= RADIUS && rank < TILE - RADIUS && x < w)
            out[y * w + x] = sum;
    }
}

template <int TILE>
__global__ void row_extremes(const int *in, int2 *ext, int w, int h)
{
    auto tile = cg::tiled_partition<TILE>(cg::this_thread_block());
    const int y = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
    if (y >= h)
        return;
    int lo = 1 << 30, hi = -(1 << 30);
    for (int x = tile.thread_rank(); x < w; x += tile.size()) {
        lo = min(lo, in[y * w + x]);
        hi = max(hi, in[y * w + x]);
    }
    for (int i = tile.size() / 2; i > 0; i >>= 1) {
        lo = min(lo, tile.shfl_xor(lo, i));
        hi = max(hi, tile.shfl_xor(hi, i));
    }
    if (tile.thread_rank() == 0)
        ext[y] = make_int2(lo, hi);
}

int main()
{
    const int w = 77, h = 13;
    constexpr int R = 3;
    int *in, *out;
    int2 *ext;
    cudaMallocManaged(&in, w * h * sizeof(int));
    cudaMallocManaged(&out, w * h * sizeof(int));
    cudaMallocManaged(&ext, h * sizeof(int2));
    for (int i = 0; i < w * h; i++)
        in[i] = (i * i * 3 + i * 41) % 256;
    box_rows<16, R><<<dim3(2, h), 96>>>(in, out, w, h);
    row_extremes<8><<<1, 8 * h>>>(out, ext, w, h);
    cudaDeviceSynchronize();
    int wrong = 0, check = 0;
    for (int y = 0; y < h; y++) {
        int lo = 1 << 30, hi = 0;
        for (int x = 0; x < w; x++) {
            int s = 0;
            for (int d = -R; d <= R; d++) {
                int xx = x + d < 0 ? 0 : x + d >= w ? w - 1 : x + d;
                s += in[y * w + xx];
            }
            wrong += s != out[y * w + x];
            lo = s < lo ? s : lo;
            hi = s > hi ? s : hi;
            check = (check * 31 + out[y * w + x]) % 1000003;
        }
        wrong += ext[y].x != lo || ext[y].y != hi;
    }
    printf("box filter: %d wrong, check %d\n", wrong, check);
    cudaFree(in);
    cudaFree(out);
    cudaFree(ext);
    return wrong == 0 ? 0 : 1;
}
