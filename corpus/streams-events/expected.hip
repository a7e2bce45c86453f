#include <hip/hip_runtime.h>
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
    hipStream_t streams[kStreams];
    hipEvent_t done[kStreams];
    hipEvent_t begin, end;

    Pipeline()
    {
        int least = 0, greatest = 0;
        hipDeviceGetStreamPriorityRange(&least, &greatest);
        for (int i = 0; i < kStreams; ++i) {
            hipStreamCreateWithPriority(&streams[i], hipStreamNonBlocking, std::max(greatest, least - i));
            hipEventCreateWithFlags(&done[i], hipEventDisableTiming | hipEventBlockingSync);
        }
        hipEventCreate(&begin);
        hipEventCreate(&end);
    }

    ~Pipeline()
    {
        for (auto &s : streams)
            hipStreamDestroy(s);
        for (auto &e : done)
            hipEventDestroy(e);
        hipEventDestroy(begin);
        hipEventDestroy(end);
    }
};

int main()
{
    const int n = 1 << 20, chunk = n / Pipeline::kStreams;
    float *hx, *hy, *dx, *dy;
    hipHostMalloc(&hx, n * sizeof(float), hipHostMallocDefault);
    hipHostAlloc(&hy, n * sizeof(float), hipHostAllocDefault);
    hipMalloc(&dx, n * sizeof(float));
    hipMalloc(&dy, n * sizeof(float));
    std::fill(hx, hx + n, 1.0f);
    std::fill(hy, hy + n, 2.0f);

    Pipeline p;
    hipEventRecord(p.begin);
    for (int i = 0; i < Pipeline::kStreams; ++i) {
        hipStream_t s = p.streams[i];
        const int at = i * chunk;
        hipStreamWaitEvent(s, p.begin, 0);
        hipMemcpyAsync(dx + at, hx + at, chunk * sizeof(float), hipMemcpyHostToDevice, s);
        hipMemcpyAsync(dy + at, hy + at, chunk * sizeof(float), hipMemcpyHostToDevice, s);
        saxpy<<<64, 256, 0, s>>>(chunk, 3.0f, dx + at, dy + at);
        hipMemcpyAsync(hy + at, dy + at, chunk * sizeof(float), hipMemcpyDeviceToHost, s);
        hipEventRecord(p.done[i], s);
        hipStreamWaitEvent(hipStreamLegacy, p.done[i], 0);
    }
    hipEventRecord(p.end, hipStreamLegacy);

    unsigned spins = 0;
    while (hipEventQuery(p.end) == hipErrorNotReady)
        ++spins;
    float ms = 0;
    hipEventElapsedTime(&ms, p.begin, p.end);
    std::printf("%.3f ms, %u polls, y[0] = %g, idle: %d\n", ms, spins, hy[0], hipStreamQuery(p.streams[0]) == hipSuccess);

    hipFree(dx);
    hipFree(dy);
    hipFreeHost(hx);
    hipFreeHost(hy);
}
