#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__global__ void increment(int *data, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] += 1;
}

static int zeroCopy(int n)
{
    int *host = NULL, *device = NULL;
    unsigned int flags = 0;
    cudaSetDeviceFlags(cudaDeviceMapHost | cudaDeviceScheduleBlockingSync);
    if (cudaHostAlloc((void **)&host, n * sizeof(int), cudaHostAllocMapped | cudaHostAllocPortable) != cudaSuccess)
        return -1;
    cudaHostGetFlags(&flags, host);
    cudaHostGetDevicePointer((void **)&device, host, 0);
    for (int i = 0; i < n; ++i)
        host[i] = i;
    increment<<<(n + 255) / 256, 256>>>(device, n);
    cudaDeviceSynchronize();
    const int ok = host[n - 1] == n && (flags & cudaHostAllocMapped);
    cudaFreeHost(host);
    return ok;
}

static int registered(int n)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t bytes = (n * sizeof(int) + page - 1) / page * page;
    int *host = (int *)aligned_alloc(page, bytes), *device;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc((void **)&device, bytes);

    cudaError_t err = cudaHostRegister(host, bytes, cudaHostRegisterDefault | cudaHostRegisterPortable);
    if (err == cudaErrorHostMemoryAlreadyRegistered)
        cudaGetLastError();
    for (int i = 0; i < n; ++i)
        host[i] = 2 * i;
    cudaMemcpyAsync(device, host, n * sizeof(int), cudaMemcpyHostToDevice, stream);
    increment<<<(n + 255) / 256, 256, 0, stream>>>(device, n);
    cudaMemcpyAsync(host, device, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    const int ok = host[1] == 3;
    cudaHostUnregister(host);
    cudaFree(device);
    cudaStreamDestroy(stream);
    free(host);
    return ok;
}

int main(void)
{
    float *staging = NULL;
    cudaMallocHost((void **)&staging, 1 << 20);
    cudaFreeHost(staging);
    cudaHostAlloc((void **)&staging, 1 << 20, cudaHostAllocWriteCombined);
    cudaFreeHost(staging);
    printf("zero copy %d, registered %d\n", zeroCopy(1000), registered(1000));
    return 0;
}
