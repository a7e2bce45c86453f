#include <cuda_runtime.h>
#include <cstdio>

// The five-argument form is CUDA 11's; later headers keep it for C++.
cudaGraphExec_t instantiateWithLog(cudaGraph_t graph)
{
    cudaGraphExec_t exec = nullptr;
    cudaGraphNode_t bad = nullptr;
    char log[1024] = "";
    const cudaError_t err = cudaGraphInstantiate(&exec, graph, &bad, log, sizeof(log));
    if (err != cudaSuccess)
        std::fprintf(stderr, "%s at node %p: %s\n", cudaGetErrorName(err), (void *)bad, log);
    return exec;
}

cudaGraphExec_t instantiateOld(cudaGraph_t graph)
{
    cudaGraphExec_t exec = nullptr;
    return cudaGraphInstantiate(&exec, graph, NULL, NULL, 0) == cudaSuccess ? exec : nullptr;
}

cudaGraphExec_t instantiate(cudaGraph_t graph, unsigned long long flags)
{
    cudaGraphExec_t exec = nullptr;
    if (cudaGraphInstantiate(&exec, graph, flags) != cudaSuccess)
        cudaGraphInstantiate(&exec, graph);
    return exec;
}

cudaGraphExec_t instantiateUploaded(cudaGraph_t graph, cudaStream_t stream)
{
    cudaGraphExec_t exec = nullptr;
    cudaGraphInstantiateParams params{};
    params.flags = cudaGraphInstantiateFlagUpload;
    params.uploadStream = stream;
    cudaGraphInstantiateWithParams(&exec, graph, &params);
    return params.result_out == cudaGraphInstantiateSuccess ? exec : nullptr;
}

cudaGraphExec_t instantiateWithFlags(cudaGraph_t graph)
{
    cudaGraphExec_t exec = nullptr;
    cudaGraphInstantiateWithFlags(&exec, graph,
                                  cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUseNodePriority);
    return exec;
}
