// 5 x 5 median filter: 25 lanes hold the window, the median bits are found from the top by ballots.
#include <cstdio>
#include <algorithm>
#include <cuda_runtime.h>

constexpr int SIDE = 5, WINDOW = SIDE * SIDE, RANK = WINDOW / 2;
constexpr unsigned MEMBERS = (1u << WINDOW) - 1;

// value of given rank among the lanes of members
__device__ unsigned select_rank(unsigned v, unsigned members, int rank)
{
    unsigned candidates = members, answer = 0;
    for (int bit = 7; bit >= 0; bit--) {
        const unsigned zeros = ~__ballot_sync(members, v >> bit & 1) & candidates;
        const int nz = __popc(zeros);
        if (rank < nz) {
            candidates = zeros;
        } else {
            rank -= nz;
            candidates &= ~zeros;
            answer |= 1u << bit;
        }
    }
    return answer;
}

__device__ int reflect(int p, int n) { return p < 0 ? -p : p >= n ? 2 * n - 2 - p : p; }

__global__ void median5x5(const unsigned char *in, unsigned char *out, int w, int h)
{
    const int warps_per_block = blockDim.x >> 5;
    int pixel = blockIdx.x * warps_per_block + (threadIdx.x >> 5);
    const int slot = threadIdx.x & 31;
    if (slot >= WINDOW)
        return; // seven lanes have no pixel
    const int dx = slot % SIDE - SIDE / 2, dy = slot / SIDE - SIDE / 2;
    for (; pixel < w * h; pixel += gridDim.x * warps_per_block) {
        const int x = reflect(pixel % w + dx, w), y = reflect(pixel / w + dy, h);
        const unsigned med = select_rank(in[y * w + x], MEMBERS, RANK);
        if (slot == WINDOW / 2)
            out[pixel] = (unsigned char)med;
    }
}

int main()
{
    const int w = 33, h = 14;
    unsigned char *in, *out;
    cudaMallocManaged(&in, w * h);
    cudaMallocManaged(&out, w * h);
    for (int i = 0; i < w * h; i++)
        in[i] = (unsigned char)(i % 11 == 3 ? 255 : i * 37 + (i / w) * 5);
    median5x5<<<6, 64>>>(in, out, w, h);
    const cudaError_t e = cudaDeviceSynchronize();
    if (e != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(e));
        return 1;
    }
    int wrong = 0, sum = 0;
    auto mirror = [](int p, int n) { return p < 0 ? -p : p >= n ? 2 * n - 2 - p : p; };
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            unsigned char win[WINDOW];
            for (int k = 0; k < WINDOW; k++)
                win[k] = in[mirror(y + k / SIDE - 2, h) * w + mirror(x + k % SIDE - 2, w)];
            std::nth_element(win, win + RANK, win + WINDOW);
            wrong += win[RANK] != out[y * w + x];
            sum += out[y * w + x];
        }
    printf("median: wrong %d sum %d\n", wrong, sum);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
