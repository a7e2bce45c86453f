#include <cuda_runtime.h>
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
    cudaStream_t stream;
    cudaEvent_t ready;
};

static bool connect(int from, int to)
{
    int can = 0;
    if (cudaDeviceCanAccessPeer(&can, from, to) != cudaSuccess || !can)
        return false;
    cudaSetDevice(from);
    const cudaError_t err = cudaDeviceEnablePeerAccess(to, 0);
    if (err == cudaErrorPeerAccessAlreadyEnabled) {
        cudaGetLastError();
        return true;
    }
    int rank = -1;
    cudaDeviceGetP2PAttribute(&rank, cudaDevP2PAttrPerformanceRank, from, to);
    std::printf("%d -> %d: %s, rank %d\n", from, to, cudaGetErrorString(err), rank);
    return err == cudaSuccess;
}

int main()
{
    int count = 0;
    cudaGetDeviceCount(&count);
    const int n = 1 << 20;
    std::vector<Gpu> gpus(count);
    for (int i = 0; i < count; ++i) {
        gpus[i].id = i;
        cudaSetDevice(i);
        cudaMalloc(&gpus[i].data, n * sizeof(float));
        cudaMemset(gpus[i].data, 0, n * sizeof(float));
        cudaStreamCreate(&gpus[i].stream);
        cudaEventCreateWithFlags(&gpus[i].ready, cudaEventDisableTiming);
        cudaEventRecord(gpus[i].ready, gpus[i].stream);
    }

    // A ring: each device adds what its left neighbour has.
    for (int i = 0; i < count; ++i) {
        Gpu &own = gpus[i];
        Gpu &left = gpus[(i + count - 1) % count];
        const bool direct = own.id != left.id && connect(own.id, left.id);
        cudaSetDevice(own.id);
        cudaStreamWaitEvent(own.stream, left.ready, 0);
        if (direct) {
            addRemote<<<(n + 255) / 256, 256, 0, own.stream>>>(own.data, left.data, n);
        } else {
            float *copy;
            cudaMallocAsync(&copy, n * sizeof(float), own.stream);
            cudaMemcpyPeerAsync(copy, own.id, left.data, left.id, n * sizeof(float), own.stream);
            addRemote<<<(n + 255) / 256, 256, 0, own.stream>>>(own.data, copy, n);
            cudaFreeAsync(copy, own.stream);
        }
    }
    for (Gpu &g : gpus) {
        cudaSetDevice(g.id);
        cudaStreamSynchronize(g.stream);
        if (g.id > 0)
            cudaMemcpyPeer(gpus[0].data, 0, g.data, g.id, n * sizeof(float));
        cudaEventDestroy(g.ready);
        cudaStreamDestroy(g.stream);
        cudaFree(g.data);
    }
    return 0;
}
