// Newton's method on integers in a warp: stop when all lanes have settled, give up when any lane goes astray.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void squareRoots(const unsigned *in, unsigned *out, int *steps)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned n = in[i];
    unsigned x = n;
    int step = 0;
    bool settled = n < 2;
    while (!__all_sync(0xffffffff, settled)) {
        step++;
        if (!settled) {
            const unsigned next = (x + n / x) / 2;
            settled = next >= x;
            x = settled ? x : next;
        }
        if (__any_sync(0xffffffff, step > 30 || n == 0xffffffffu)) {
            x = 0;
            break;
        }
    }
    out[i] = x;
    if ((threadIdx.x & 31) == 0)
        steps[i >> 5] = step;
}

int main()
{
    const int n = 256;
    unsigned *in, *out;
    int *steps, wrong = 0;
    cudaMallocManaged(&in, n * sizeof(unsigned));
    cudaMallocManaged(&out, n * sizeof(unsigned));
    cudaMallocManaged(&steps, n / 32 * sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = i % 32 < 4 ? i % 4 : (unsigned)i * i * (i / 32 + 1);
    in[100] = 0xffffffffu;
    squareRoots<<<2, 128>>>(in, out, steps);
    cudaDeviceSynchronize();
    for (int w = 0; w < n / 32; w++) {
        int most = 0;
        for (int i = w * 32; i < w * 32 + 32; i++) {
            if (in[i] == 0xffffffffu)
                continue;
            unsigned x = in[i];
            int step = 0;
            for (bool settled = x < 2; !settled; step++) {
                unsigned next = (x + in[i] / x) / 2;
                settled = next >= x;
                x = settled ? x : next;
            }
            most = step > most ? step : most;
            wrong += out[i] != (w == 3 ? 0 : x);
        }
        wrong += steps[w] != (w == 3 ? 1 : most);
        printf("warp %d: %d steps\n", w, steps[w]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    cudaFree(steps);
    return wrong != 0;
}
