#include <cuda_runtime.h>
#include <cudaEGL.h>
#include <cufile.h>
#include <cutensor.h>
#include <nppi.h>
#include <nvJitLink.h>

#define NPP_OK(call) ((call) == NPP_SUCCESS)

struct Frame {
    CUeglFrame egl;
    Npp8u *pixels;
    NppiSize size;
};

bool blur(const Frame &from, Frame &to, int step)
{
    NppiSize mask = {5, 5};
    NppiPoint anchor = {2, 2};
    return NPP_OK(nppiFilterBox_8u_C1R(from.pixels, step, to.pixels, step, from.size, mask, anchor));
}

bool next(CUeglStreamConnection *consumer, CUgraphicsResource *resource, cudaStream_t stream)
{
    return cuEGLStreamConsumerAcquireFrame(consumer, resource, (CUstream *)&stream, 100) == CUDA_SUCCESS;
}

cutensorStatus_t contract(cutensorHandle_t handle, cutensorPlan_t plan, const float *a, const float *b, float *c)
{
    float one = 1;
    return cutensorContract(handle, plan, &one, a, b, &one, c, c, nullptr, 0, nullptr);
}

long load(CUfileHandle_t file, void *device, size_t bytes)
{
    return cuFileRead(file, device, bytes, 0, 0);
}

bool link(nvJitLinkHandle linker)
{
    return nvJitLinkComplete(linker) == NVJITLINK_SUCCESS;
}
