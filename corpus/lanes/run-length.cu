// Run lengths within a warp's 32 values: the first lane of each run finds the next one's in the ballot of first lanes.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void encode(const char *in, char *values, int *lengths, int *counts)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x % 32;
    const int warp = i / 32;
    int left = __shfl_up_sync(0xffffffffu, (int)in[i], 1);
    bool first = lane == 0 || left != in[i];
    unsigned firsts = __ballot_sync(0xffffffffu, first);
    if (first) {
        unsigned later = lane == 31 ? 0 : firsts & (0xfffffffeu << lane);
        int end = later ? __ffs(later) - 1 : 32;
        int place = __popc(firsts << (31 - lane)) - 1;
        values[warp * 32 + place] = in[i];
        lengths[warp * 32 + place] = end - lane;
    }
    if (lane == 0)
        counts[warp] = __popc(firsts);
}

int main()
{
    const int n = 320;
    static char h[n], values[n];
    static int lengths[n], counts[n / 32];
    for (int i = 0; i < n; i++)
        h[i] = 'a' + (i * i / 19) % 3;
    char *in, *v;
    int *l, *c, wrong = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&v, sizeof(values));
    cudaMalloc(&l, sizeof(lengths));
    cudaMalloc(&c, sizeof(counts));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemset(v, 0, sizeof(values));
    cudaMemset(l, 0, sizeof(lengths));
    encode<<<n / 160, 160>>>(in, v, l, c);
    cudaMemcpy(values, v, sizeof(values), cudaMemcpyDeviceToHost);
    cudaMemcpy(lengths, l, sizeof(lengths), cudaMemcpyDeviceToHost);
    cudaMemcpy(counts, c, sizeof(counts), cudaMemcpyDeviceToHost);
    for (int w = 0; w < n; w += 32) {
        int run = -1, length = 0;
        for (int i = w; i < w + 32; i++) {
            if (i == w || h[i] != h[i - 1]) {
                run++;
                length = 0;
                wrong += values[w + run] != h[i];
            }
            length++;
            if (i == w + 31 || h[i + 1] != h[i])
                wrong += lengths[w + run] != length;
        }
        wrong += counts[w / 32] != run + 1;
        printf("%d ", counts[w / 32]);
    }
    printf("\nwrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(v);
    cudaFree(l);
    cudaFree(c);
    return wrong != 0;
}
