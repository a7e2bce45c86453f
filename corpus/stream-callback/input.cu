#include <cuda_runtime.h>
#include <atomic>
#include <cstdio>

struct Job {
    int id;
    float *device;
    float host[64];
    std::atomic<bool> ready{false};
};

static void onFinished(cudaStream_t stream, cudaError_t status, void *data)
{
    Job *job = static_cast<Job *>(data);
    if (status != cudaSuccess)
        std::fprintf(stderr, "job %d on %p: %s\n", job->id, (void *)stream, cudaGetErrorString(status));
    job->ready = true;
}

void onHost(void *data) { std::printf("job %d starts\n", static_cast<Job *>(data)->id); }

typedef cudaStreamCallback_t Callback;

__global__ void work(float *x) { x[threadIdx.x] = sqrtf(x[threadIdx.x]); }

cudaError_t enqueue(Job &job, cudaStream_t stream)
{
    cudaLaunchHostFunc(stream, onHost, &job);
    cudaMemcpyAsync(job.device, job.host, sizeof(job.host), cudaMemcpyHostToDevice, stream);
    work<<<1, 64, 0, stream>>>(job.device);
    cudaMemcpyAsync(job.host, job.device, sizeof(job.host), cudaMemcpyDeviceToHost, stream);
    cudaError_t err = cudaStreamAddCallback(stream, onFinished, &job, 0);
    if (err != cudaSuccess)
        return err;

    const Callback log = [](cudaStream_t, cudaError_t s, void *) { std::puts(cudaGetErrorName(s)); };
    cudaStreamAddCallback(stream, log, nullptr, 0);
    cudaHostFn_t fn = onHost;
    return cudaLaunchHostFunc(stream, fn, &job);
}
