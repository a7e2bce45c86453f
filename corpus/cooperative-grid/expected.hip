#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void normalise(float *data, float *partial, int n)
{
    extern __shared__ float cache[];
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();

    float sum = 0.0f;
    for (int i = grid.thread_rank(); i < n; i += grid.size())
        sum += data[i] * data[i];
    cache[block.thread_rank()] = sum;
    cg::sync(block);
    for (int half = block.size() / 2; half > 0; half /= 2) {
        if (block.thread_rank() < half)
            cache[block.thread_rank()] += cache[block.thread_rank() + half];
        block.sync();
    }
    if (block.thread_rank() == 0)
        partial[blockIdx.x] = cache[0];

    grid.sync();

    float norm = 0.0f;
    for (unsigned b = 0; b < gridDim.x; ++b)
        norm += partial[b];
    norm = rsqrtf(norm);
    for (int i = grid.thread_rank(); i < n; i += grid.size())
        data[i] *= norm;
}

int main()
{
    int device = 0, cooperative = 0, multiprocessors = 0, perMultiprocessor = 0;
    hipGetDevice(&device);
    hipDeviceGetAttribute(&cooperative, hipDeviceAttributeCooperativeLaunch, device);
    if (!cooperative) {
        std::printf("cooperative launch is not supported\n");
        return 0;
    }
    hipDeviceGetAttribute(&multiprocessors, hipDeviceAttributeMultiprocessorCount, device);

    const int threads = 256;
    const size_t shared = threads * sizeof(float);
    hipOccupancyMaxActiveBlocksPerMultiprocessor(&perMultiprocessor, normalise, threads, shared);

    int n = 1 << 20;
    float *data, *partial;
    const int blocks = multiprocessors * perMultiprocessor;
    hipMalloc(&data, n * sizeof(float));
    hipMalloc(&partial, blocks * sizeof(float));

    void *args[] = {&data, &partial, &n};
    hipError_t err = hipLaunchCooperativeKernel((void *)normalise, dim3(blocks), dim3(threads), args, shared, 0);
    if (err == hipSuccess)
        err = hipDeviceSynchronize();
    std::printf("%d blocks: %s\n", blocks, hipGetErrorString(err));

    hipFree(partial);
    hipFree(data);
    return err != hipSuccess;
}
