#include <hip/hip_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void scale(float *data, float factor, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] *= factor;
}

static void report(void *user)
{
    std::printf("first element: %g\n", *static_cast<const float *>(user));
}

static void check(hipError_t status)
{
    if (status == hipSuccess)
        return;
    std::fprintf(stderr, "%s\n", hipGetErrorString(status));
    std::abort();
}

int main()
{
    int n = 1024;
    float factor = 2.0f;
    std::vector<float> host(n, 21.0f);
    float *dev;
    check(hipMalloc(&dev, n * sizeof(float)));

    hipGraph_t graph;
    check(hipGraphCreate(&graph, 0));

    hipGraphNode_t clear, upload, kernel, download, callback;

    hipMemsetParams set = {};
    set.dst = dev;
    set.value = 0;
    set.elementSize = 1;
    set.width = n * sizeof(float);
    set.height = 1;
    check(hipGraphAddMemsetNode(&clear, graph, nullptr, 0, &set));

    hipMemcpy3DParms copy = {};
    copy.srcPtr = make_hipPitchedPtr(host.data(), n * sizeof(float), n, 1);
    copy.dstPtr = make_hipPitchedPtr(dev, n * sizeof(float), n, 1);
    copy.extent = make_hipExtent(n * sizeof(float), 1, 1);
    copy.kind = hipMemcpyHostToDevice;
    check(hipGraphAddMemcpyNode(&upload, graph, &clear, 1, &copy));

    void *args[] = {&dev, &factor, &n};
    hipKernelNodeParams params = {};
    params.func = (void *)scale;
    params.gridDim = dim3(n / 256);
    params.blockDim = dim3(256);
    params.sharedMemBytes = 0;
    params.kernelParams = args;
    check(hipGraphAddKernelNode(&kernel, graph, &upload, 1, &params));

    check(hipGraphAddMemcpyNode1D(&download, graph, &kernel, 1, host.data(), dev, n * sizeof(float), hipMemcpyDeviceToHost));

    hipHostNodeParams hostParams = {};
    hostParams.fn = report;
    hostParams.userData = host.data();
    check(hipGraphAddHostNode(&callback, graph, &download, 1, &hostParams));

    hipGraph_t copyOfGraph;
    check(hipGraphClone(&copyOfGraph, graph));
    hipGraphNodeType type;
    check(hipGraphNodeGetType(kernel, &type));
    if (type != hipGraphNodeTypeKernel)
        return 1;

    hipGraphExec_t exec;
    check(hipGraphInstantiateWithFlags(&exec, graph, hipGraphInstantiateFlagAutoFreeOnLaunch));
    check(hipGraphLaunch(exec, 0));
    factor = 0.5f;
    check(hipGraphExecKernelNodeSetParams(exec, kernel, &params));
    check(hipGraphLaunch(exec, 0));
    check(hipDeviceSynchronize());

    check(hipGraphExecDestroy(exec));
    check(hipGraphDestroy(copyOfGraph));
    check(hipGraphDestroy(graph));
    check(hipFree(dev));
    return 0;
}
