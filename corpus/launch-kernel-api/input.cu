#include <cuda_runtime.h>
#include <vector>

template <typename T> __global__ void lerp(const T *a, const T *b, T *out, T t, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a[i] + t * (b[i] - a[i]);
}

__global__ void zero(float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 0.0f;
}

// Type-erased launches, as a scripting layer needs them.
struct Task {
    const void *function;
    dim3 grid, block;
    std::vector<void *> args;
    size_t shared = 0;
};

cudaError_t submit(Task &task, cudaStream_t stream)
{
    return cudaLaunchKernel(task.function, task.grid, task.block, task.args.data(), task.shared, stream);
}

cudaError_t blend(const float *a, const float *b, float *out, float t, int n, cudaStream_t stream)
{
    const dim3 block(256), grid((n + 255) / 256);
    void *zeroArgs[] = {&out, &n};
    cudaError_t err = cudaLaunchKernel((const void *)zero, grid, block, zeroArgs, 0, stream);
    if (err != cudaSuccess)
        return err;

    void *args[] = {&a, &b, &out, &t, &n};
    err = cudaLaunchKernel(lerp<float>, grid, block, args, 0, stream);
    if (err == cudaSuccess)
        err = cudaLaunchKernel(&lerp<float>, dim3((n + 127) / 128), dim3(128), &args[0], 0, stream);
    if (err == cudaSuccess)
        err = cudaLaunchKernel(zero, 1, 32, zeroArgs);
    if (err == cudaSuccess)
        err = cudaLaunchKernel(reinterpret_cast<const void *>(lerp<float>), grid, block, args, 0, stream);

    Task task{reinterpret_cast<const void *>(&zero), grid, block, {&out, &n}};
    return err == cudaSuccess ? submit(task, stream) : err;
}
