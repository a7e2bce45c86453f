#include <hip/hip_runtime.h>
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
    hipSetDeviceFlags(hipDeviceMapHost | hipDeviceScheduleBlockingSync);
    if (hipHostAlloc((void **)&host, n * sizeof(int), hipHostAllocMapped | hipHostAllocPortable) != hipSuccess)
        return -1;
    hipHostGetFlags(&flags, host);
    hipHostGetDevicePointer((void **)&device, host, 0);
    for (int i = 0; i < n; ++i)
        host[i] = i;
    increment<<<(n + 255) / 256, 256>>>(device, n);
    hipDeviceSynchronize();
    const int ok = host[n - 1] == n && (flags & hipHostAllocMapped);
    hipFreeHost(host);
    return ok;
}

static int registered(int n)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t bytes = (n * sizeof(int) + page - 1) / page * page;
    int *host = (int *)aligned_alloc(page, bytes), *device;
    hipStream_t stream;
    hipStreamCreate(&stream);
    hipMalloc((void **)&device, bytes);

    hipError_t err = hipHostRegister(host, bytes, hipHostRegisterDefault | hipHostRegisterPortable);
    if (err == hipErrorHostMemoryAlreadyRegistered)
        hipGetLastError();
    for (int i = 0; i < n; ++i)
        host[i] = 2 * i;
    hipMemcpyAsync(device, host, n * sizeof(int), hipMemcpyHostToDevice, stream);
    increment<<<(n + 255) / 256, 256, 0, stream>>>(device, n);
    hipMemcpyAsync(host, device, n * sizeof(int), hipMemcpyDeviceToHost, stream);
    hipStreamSynchronize(stream);
    const int ok = host[1] == 3;
    hipHostUnregister(host);
    hipFree(device);
    hipStreamDestroy(stream);
    free(host);
    return ok;
}

int main(void)
{
    float *staging = NULL;
    hipHostMalloc((void **)&staging, 1 << 20, hipHostMallocDefault);
    hipFreeHost(staging);
    hipHostAlloc((void **)&staging, 1 << 20, hipHostAllocWriteCombined);
    hipFreeHost(staging);
    printf("zero copy %d, registered %d\n", zeroCopy(1000), registered(1000));
    return 0;
}
