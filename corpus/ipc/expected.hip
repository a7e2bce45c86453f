#include <hip/hip_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct Shared {
    hipIpcMemHandle_t memory;
    hipIpcEventHandle_t event;
    volatile int produced, consumed;
};

#define OK(call)                                                                        \
    if ((call) != hipSuccess) {                                                        \
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
    hipEvent_t event;
    OK(hipMalloc(&data, n * sizeof(int)));
    OK(hipEventCreateWithFlags(&event, hipEventDisableTiming | hipEventInterprocess));
    OK(hipIpcGetMemHandle(&shared->memory, data));
    OK(hipIpcGetEventHandle(&shared->event, event));
    fill<<<(n + 255) / 256, 256>>>(data, 100, n);
    OK(hipEventRecord(event));
    shared->produced = 1;
    while (!shared->consumed)
        usleep(100);
    OK(hipFree(data));
    OK(hipEventDestroy(event));
}

static void consume(Shared *shared, int n)
{
    while (!shared->produced)
        usleep(100);
    int *data, last = 0;
    hipEvent_t event;
    OK(hipIpcOpenMemHandle((void **)&data, shared->memory, hipIpcMemLazyEnablePeerAccess));
    OK(hipIpcOpenEventHandle(&event, shared->event));
    OK(hipStreamWaitEvent(hipStreamPerThread, event, 0));
    OK(hipMemcpyAsync(&last, data + n - 1, sizeof(int), hipMemcpyDeviceToHost, hipStreamPerThread));
    OK(hipStreamSynchronize(hipStreamPerThread));
    std::printf("last value: %d\n", last);
    OK(hipIpcCloseMemHandle(data));
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
