// CUB: a warp reduction with the default number of lanes, one with 16, and a block scan.
#include <cstdio>
#include <cub/cub.cuh>

#define THREADS 128

__global__ void reduceAndScan(const int *in, int *perWarp, int *perHalf, int *places)
{
    typedef cub::WarpReduce<int> WarpReduce;
    typedef cub::WarpReduce<int, 16> HalfReduce;
    typedef cub::BlockScan<int, THREADS> BlockScan;
    __shared__ typename WarpReduce::TempStorage warpStorage[THREADS / 32];
    __shared__ typename HalfReduce::TempStorage halfStorage[THREADS / 16];
    __shared__ typename BlockScan::TempStorage scanStorage;

    int i = blockIdx.x * THREADS + threadIdx.x;
    int warp = threadIdx.x / 32, value = in[i], place;
    int sum = WarpReduce(warpStorage[warp]).Sum(value);
    if (threadIdx.x % 32 == 0)
        perWarp[i / 32] = sum;
    int halfSum = HalfReduce(halfStorage[threadIdx.x / 16]).Sum(value);
    if (threadIdx.x % 16 == 0)
        perHalf[i / 16] = halfSum;
    BlockScan(scanStorage).ExclusiveSum(value, place);
    places[i] = place;
}

int main()
{
    const int n = THREADS * 2;
    static int h[n], warps[n / 32], halves[n / 16], places[n];
    for (int i = 0; i < n; i++)
        h[i] = (i * 17) % 23;
    int *in, *w, *q, *p, wrong = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&w, sizeof(warps));
    cudaMalloc(&q, sizeof(halves));
    cudaMalloc(&p, sizeof(places));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemset(w, 0, sizeof(warps));
    reduceAndScan<<<n / THREADS, THREADS>>>(in, w, q, p);
    cudaMemcpy(warps, w, sizeof(warps), cudaMemcpyDeviceToHost);
    cudaMemcpy(halves, q, sizeof(halves), cudaMemcpyDeviceToHost);
    cudaMemcpy(places, p, sizeof(places), cudaMemcpyDeviceToHost);
    for (int i = 0, before = 0, sums[2] = {}; i < n; i++) {
        before = i % THREADS ? before : 0;
        sums[0] = (i % 32 ? sums[0] : 0) + h[i];
        sums[1] = (i % 16 ? sums[1] : 0) + h[i];
        wrong += places[i] != before;
        wrong += i % 32 == 31 && warps[i / 32] != sums[0];
        wrong += i % 16 == 15 && halves[i / 16] != sums[1];
        before += h[i];
    }
    for (int k = 0; k < n / 32; k++)
        printf("%d ", warps[k]);
    printf("\nwrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(w);
    cudaFree(q);
    cudaFree(p);
    return wrong != 0;
}
