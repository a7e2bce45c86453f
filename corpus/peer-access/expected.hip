#include <hip/hip_runtime.h>
#include <cstdio>
#include <vector>

__global__ void addRemote(float *own, const float *remote, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        own[i] += remote[i];
}

struct Gpu {
    int id;
    float *data;
    hipStream_t stream;
    hipEvent_t ready;
};

static bool connect(int from, int to)
{
    int can = 0;
    if (hipDeviceCanAccessPeer(&can, from, to) != hipSuccess || !can)
        return false;
    hipSetDevice(from);
    const hipError_t err = hipDeviceEnablePeerAccess(to, 0);
    if (err == hipErrorPeerAccessAlreadyEnabled) {
        hipGetLastError();
        return true;
    }
    int rank = -1;
    hipDeviceGetP2PAttribute(&rank, hipDevP2PAttrPerformanceRank, from, to);
    std::printf("%d -> %d: %s, rank %d\n", from, to, hipGetErrorString(err), rank);
    return err == hipSuccess;
}

int main()
{
    int count = 0;
    hipGetDeviceCount(&count);
    const int n = 1 << 20;
    std::vector<Gpu> gpus(count);
    for (int i = 0; i < count; ++i) {
        gpus[i].id = i;
        hipSetDevice(i);
        hipMalloc(&gpus[i].data, n * sizeof(float));
        hipMemset(gpus[i].data, 0, n * sizeof(float));
        hipStreamCreate(&gpus[i].stream);
        hipEventCreateWithFlags(&gpus[i].ready, hipEventDisableTiming);
        hipEventRecord(gpus[i].ready, gpus[i].stream);
    }

    // A ring: each device adds what its left neighbour has.
    for (int i = 0; i < count; ++i) {
        Gpu &own = gpus[i];
        Gpu &left = gpus[(i + count - 1) % count];
        const bool direct = own.id != left.id && connect(own.id, left.id);
        hipSetDevice(own.id);
        hipStreamWaitEvent(own.stream, left.ready, 0);
        if (direct) {
            addRemote<<<(n + 255) / 256, 256, 0, own.stream>>>(own.data, left.data, n);
        } else {
            float *copy;
            hipMallocAsync(&copy, n * sizeof(float), own.stream);
            hipMemcpyPeerAsync(copy, own.id, left.data, left.id, n * sizeof(float), own.stream);
            addRemote<<<(n + 255) / 256, 256, 0, own.stream>>>(own.data, copy, n);
            hipFreeAsync(copy, own.stream);
        }
    }
    for (Gpu &g : gpus) {
        hipSetDevice(g.id);
        hipStreamSynchronize(g.stream);
        if (g.id > 0)
            hipMemcpyPeer(gpus[0].data, 0, g.data, g.id, n * sizeof(float));
        hipEventDestroy(g.ready);
        hipStreamDestroy(g.stream);
        hipFree(g.data);
    }
    return 0;
}
