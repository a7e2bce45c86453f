// Tokens packed by CUB's votes and lane masks: each warp counts its own, and the lanes of one kind among them.
#include <cstdio>
#include <cub/cub.cuh>
#include <cuda_runtime.h>

__global__ void pack(const int *in, int n, int *out, int *count, unsigned *said)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, w = i / 32;
    const int token = i < n ? in[i] : -1;
    const unsigned kept = cub::WARP_BALLOT(token >= 0 && token % 3 != 1, 0xffffffff);
    if (kept >> cub::LaneId() & 1)
        out[w * 32 + __popc(kept & cub::LaneMaskLt())] = token;
    if (__popc(kept & cub::LaneMaskLe()) == __popc(kept) && (kept >> cub::LaneId() & 1))
        count[w] = __popc(kept);
    cub::WARP_SYNC(0xffffffff);
    unsigned word = cub::LaneMaskGe() ^ cub::LaneMaskGt();
    if (token >= 0 && token % 2 == 0) {
        const unsigned even = __activemask();
        word ^= cub::WARP_ANY(token % 7 == 0, even) ? 0x100u : 0u;
        word ^= cub::WARP_ALL(token < 190, even) ? 0x2000u : 0u;
    }
    said[i] = word;
}

int main()
{
    const int n = 210, threads = 96, total = 3 * threads;
    int *in, *out, *count, wrong = 0;
    unsigned *said;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, total * sizeof(int));
    cudaMallocManaged(&count, total / 32 * sizeof(int));
    cudaMallocManaged(&said, total * sizeof(unsigned));
    for (int i = 0; i < n; i++)
        in[i] = i % 13 == 5 ? -1 : (i * 29) % 200;
    for (int i = 0; i < total; i++)
        out[i] = -2;
    for (int w = 0; w < total / 32; w++)
        count[w] = 0;
    pack<<<3, threads>>>(in, n, out, count, said);
    cudaDeviceSynchronize();
    for (int w = 0; w < total / 32; w++) {
        int most = 0;
        bool seven = false, low = true;
        for (int i = w * 32; i < w * 32 + 32 && i < n; i++) {
            if (in[i] >= 0 && in[i] % 3 != 1)
                wrong += out[w * 32 + most++] != in[i];
            if (in[i] >= 0 && in[i] % 2 == 0) {
                seven |= in[i] % 7 == 0;
                low &= in[i] < 190;
            }
        }
        wrong += count[w] != most;
        for (int i = w * 32; i < w * 32 + 32; i++) {
            unsigned word = 1u << i % 32;
            if (i < n && in[i] >= 0 && in[i] % 2 == 0)
                word ^= (seven ? 0x100u : 0u) ^ (low ? 0x2000u : 0u);
            wrong += said[i] != word;
        }
        printf("warp %d keeps %d, votes %d%d\n", w, count[w], seven, low);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    cudaFree(count);
    cudaFree(said);
    return wrong != 0;
}
