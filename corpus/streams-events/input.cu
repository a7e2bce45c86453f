#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <vector>

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = a * x[i] + y[i];
}

struct Pipeline {
    static constexpr int kStreams = 4;
    cudaStream_t streams[kStreams];
    cudaEvent_t done[kStreams];
    cudaEvent_t begin, end;

    Pipeline()
    {
        int least = 0, greatest = 0;
        cudaDeviceGetStreamPriorityRange(&least, &greatest);
        for (int i = 0; i < kStreams; ++i) {
            cudaStreamCreateWithPriority(&streams[i], cudaStreamNonBlocking, std::max(greatest, least - i));
            cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming | cudaEventBlockingSync);
        }
        cudaEventCreate(&begin);
        cudaEventCreate(&end);
    }

    ~Pipeline()
    {
        for (auto &s : streams)
            cudaStreamDestroy(s);
        for (auto &e : done)
            cudaEventDestroy(e);
        cudaEventDestroy(begin);
        cudaEventDestroy(end);
    }
};

int main()
{
    const int n = 1 << 20, chunk = n / Pipeline::kStreams;
    float *hx, *hy, *dx, *dy;
    cudaMallocHost(&hx, n * sizeof(float));
    cudaHostAlloc(&hy, n * sizeof(float), cudaHostAllocDefault);
    cudaMalloc(&dx, n * sizeof(float));
    cudaMalloc(&dy, n * sizeof(float));
    std::fill(hx, hx + n, 1.0f);
    std::fill(hy, hy + n, 2.0f);

    Pipeline p;
    cudaEventRecord(p.begin);
    for (int i = 0; i < Pipeline::kStreams; ++i) {
        cudaStream_t s = p.streams[i];
        const int at = i * chunk;
        cudaStreamWaitEvent(s, p.begin, 0);
        cudaMemcpyAsync(dx + at, hx + at, chunk * sizeof(float), cudaMemcpyHostToDevice, s);
        cudaMemcpyAsync(dy + at, hy + at, chunk * sizeof(float), cudaMemcpyHostToDevice, s);
        saxpy<<<64, 256, 0, s>>>(chunk, 3.0f, dx + at, dy + at);
        cudaMemcpyAsync(hy + at, dy + at, chunk * sizeof(float), cudaMemcpyDeviceToHost, s);
        cudaEventRecord(p.done[i], s);
        cudaStreamWaitEvent(cudaStreamLegacy, p.done[i], 0);
    }
    cudaEventRecord(p.end, cudaStreamLegacy);

    unsigned spins = 0;
    while (cudaEventQuery(p.end) == cudaErrorNotReady)
        ++spins;
    float ms = 0;
    cudaEventElapsedTime(&ms, p.begin, p.end);
    std::printf("%.3f ms, %u polls, y[0] = %g, idle: %d\n", ms, spins, hy[0], cudaStreamQuery(p.streams[0]) == cudaSuccess);

    cudaFree(dx);
    cudaFree(dy);
    cudaFreeHost(hx);
    cudaFreeHost(hy);
}
