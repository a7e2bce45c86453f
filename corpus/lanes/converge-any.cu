// A warp iterates until all its lanes are done, and counts its rounds: how many there are depends on who is in the warp.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void collatz(const int *in, int *steps, int *rounds)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = in[i], mine = 0, warpRounds = 0;
    while (__any_sync(0xffffffff, x != 1)) {
        if (x != 1) {
            x = x % 2 ? 3 * x + 1 : x / 2;
            mine++;
        }
        warpRounds++;
    }
    steps[i] = mine;
    if (__all_sync(0xffffffff, mine < 100))
        warpRounds = -warpRounds;
    if (threadIdx.x % 32 == 0)
        rounds[i / 32] = warpRounds;
}

int main()
{
    const int n = 256;
    static int h[n], steps[n], rounds[n / 32];
    for (int i = 0; i < n; i++)
        h[i] = i % 37 + 1 + i / 32 * 3;
    int *in, *s, *r, wrong = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&s, sizeof(steps));
    cudaMalloc(&r, sizeof(rounds));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    collatz<<<n / 64, 64>>>(in, s, r);
    cudaMemcpy(steps, s, sizeof(steps), cudaMemcpyDeviceToHost);
    cudaMemcpy(rounds, r, sizeof(rounds), cudaMemcpyDeviceToHost);
    for (int w = 0; w < n / 32; w++) {
        int longest = 0;
        for (int i = w * 32; i < w * 32 + 32; i++) {
            int count = 0;
            for (int x = h[i]; x != 1; x = x % 2 ? 3 * x + 1 : x / 2)
                count++;
            wrong += steps[i] != count;
            longest = count > longest ? count : longest;
        }
        wrong += rounds[w] != (longest < 100 ? -longest : longest);
        printf("%d ", rounds[w]);
    }
    printf("\nwrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(s);
    cudaFree(r);
    return wrong != 0;
}
