#include <cuda_runtime.h>
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

static void check(cudaError_t status)
{
    if (status == cudaSuccess)
        return;
    std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
    std::abort();
}

int main()
{
    int n = 1024;
    float factor = 2.0f;
    std::vector<float> host(n, 21.0f);
    float *dev;
    check(cudaMalloc(&dev, n * sizeof(float)));

    cudaGraph_t graph;
    check(cudaGraphCreate(&graph, 0));

    cudaGraphNode_t clear, upload, kernel, download, callback;

    cudaMemsetParams set = {};
    set.dst = dev;
    set.value = 0;
    set.elementSize = 1;
    set.width = n * sizeof(float);
    set.height = 1;
    check(cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &set));

    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(host.data(), n * sizeof(float), n, 1);
    copy.dstPtr = make_cudaPitchedPtr(dev, n * sizeof(float), n, 1);
    copy.extent = make_cudaExtent(n * sizeof(float), 1, 1);
    copy.kind = cudaMemcpyHostToDevice;
    check(cudaGraphAddMemcpyNode(&upload, graph, &clear, 1, &copy));

    void *args[] = {&dev, &factor, &n};
    cudaKernelNodeParams params = {};
    params.func = (void *)scale;
    params.gridDim = dim3(n / 256);
    params.blockDim = dim3(256);
    params.sharedMemBytes = 0;
    params.kernelParams = args;
    check(cudaGraphAddKernelNode(&kernel, graph, &upload, 1, &params));

    check(cudaGraphAddMemcpyNode1D(&download, graph, &kernel, 1, host.data(), dev, n * sizeof(float), cudaMemcpyDeviceToHost));

    cudaHostNodeParams hostParams = {};
    hostParams.fn = report;
    hostParams.userData = host.data();
    check(cudaGraphAddHostNode(&callback, graph, &download, 1, &hostParams));

    cudaGraph_t copyOfGraph;
    check(cudaGraphClone(&copyOfGraph, graph));
    cudaGraphNodeType type;
    check(cudaGraphNodeGetType(kernel, &type));
    if (type != cudaGraphNodeTypeKernel)
        return 1;

    cudaGraphExec_t exec;
    check(cudaGraphInstantiateWithFlags(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
    check(cudaGraphLaunch(exec, 0));
    factor = 0.5f;
    check(cudaGraphExecKernelNodeSetParams(exec, kernel, &params));
    check(cudaGraphLaunch(exec, 0));
    check(cudaDeviceSynchronize());

    check(cudaGraphExecDestroy(exec));
    check(cudaGraphDestroy(copyOfGraph));
    check(cudaGraphDestroy(graph));
    check(cudaFree(dev));
    return 0;
}
