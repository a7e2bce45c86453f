#include <hip/hip_runtime.h>
#include <atomic>
#include <cstdio>

struct Job {
    int id;
    float *device;
    float host[64];
    std::atomic<bool> ready{false};
};

static void onFinished(hipStream_t stream, hipError_t status, void *data)
{
    Job *job = static_cast<Job *>(data);
    if (status != hipSuccess)
        std::fprintf(stderr, "job %d on %p: %s\n", job->id, (void *)stream, hipGetErrorString(status));
    job->ready = true;
}

void onHost(void *data) { std::printf("job %d starts\n", static_cast<Job *>(data)->id); }

typedef hipStreamCallback_t Callback;

__global__ void work(float *x) { x[threadIdx.x] = sqrtf(x[threadIdx.x]); }

hipError_t enqueue(Job &job, hipStream_t stream)
{
    hipLaunchHostFunc(stream, onHost, &job);
    hipMemcpyAsync(job.device, job.host, sizeof(job.host), hipMemcpyHostToDevice, stream);
    work<<<1, 64, 0, stream>>>(job.device);
    hipMemcpyAsync(job.host, job.device, sizeof(job.host), hipMemcpyDeviceToHost, stream);
    hipError_t err = hipStreamAddCallback(stream, onFinished, &job, 0);
    if (err != hipSuccess)
        return err;

    const Callback log = [](hipStream_t, hipError_t s, void *) { std::puts(hipGetErrorName(s)); };
    hipStreamAddCallback(stream, log, nullptr, 0);
    hipHostFn_t fn = onHost;
    return hipLaunchHostFunc(stream, fn, &job);
}
