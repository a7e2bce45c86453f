#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct Shared {
    cudaIpcMemHandle_t memory;
    cudaIpcEventHandle_t event;
    volatile int produced, consumed;
};

#define OK(call)                                                                        \
    if ((call) != cudaSuccess) {                                                        \
        std::fprintf(stderr, "%d: %s failed\n", (int)getpid(), #call);                  \
        std::exit(1);                                                                   \
    }

__global__ void fill(int *p, int value, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = value + i;
}

static void produce(Shared *shared, int n)
{
    int *data;
    cudaEvent_t event;
    OK(cudaMalloc(&data, n * sizeof(int)));
    OK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventInterprocess));
    OK(cudaIpcGetMemHandle(&shared->memory, data));
    OK(cudaIpcGetEventHandle(&shared->event, event));
    fill<<<(n + 255) / 256, 256>>>(data, 100, n);
    OK(cudaEventRecord(event));
    shared->produced = 1;
    while (!shared->consumed)
        usleep(100);
    OK(cudaFree(data));
    OK(cudaEventDestroy(event));
}

static void consume(Shared *shared, int n)
{
    while (!shared->produced)
        usleep(100);
    int *data, last = 0;
    cudaEvent_t event;
    OK(cudaIpcOpenMemHandle((void **)&data, shared->memory, cudaIpcMemLazyEnablePeerAccess));
    OK(cudaIpcOpenEventHandle(&event, shared->event));
    OK(cudaStreamWaitEvent(cudaStreamPerThread, event, 0));
    OK(cudaMemcpyAsync(&last, data + n - 1, sizeof(int), cudaMemcpyDeviceToHost, cudaStreamPerThread));
    OK(cudaStreamSynchronize(cudaStreamPerThread));
    std::printf("last value: %d\n", last);
    OK(cudaIpcCloseMemHandle(data));
    shared->consumed = 1;
}

int main()
{
    const int n = 1000;
    void *map = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    Shared *shared = static_cast<Shared *>(map);
    const pid_t child = fork();
    if (child == 0) {
        consume(shared, n);
        return 0;
    }
    produce(shared, n);
    int status = 0;
    waitpid(child, &status, 0);
    return status;
}
