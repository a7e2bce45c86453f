#include <hip/hip_runtime.h>
#include <cstdio>

// The five-argument form is CUDA 11's; later headers keep it for C++.
hipGraphExec_t instantiateWithLog(hipGraph_t graph)
{
    hipGraphExec_t exec = nullptr;
    hipGraphNode_t bad = nullptr;
    char log[1024] = "";
    const hipError_t err = hipGraphInstantiate(&exec, graph, &bad, log, sizeof(log));
    if (err != hipSuccess)
        std::fprintf(stderr, "%s at node %p: %s\n", hipGetErrorName(err), (void *)bad, log);
    return exec;
}

hipGraphExec_t instantiateOld(hipGraph_t graph)
{
    hipGraphExec_t exec = nullptr;
    return hipGraphInstantiate(&exec, graph, NULL, NULL, 0) == hipSuccess ? exec : nullptr;
}

hipGraphExec_t instantiate(hipGraph_t graph, unsigned long long flags)
{
    hipGraphExec_t exec = nullptr;
    if (hipGraphInstantiateWithFlags(&exec, graph, flags) != hipSuccess)
        hipGraphInstantiateWithFlags(&exec, graph, 0);
    return exec;
}

hipGraphExec_t instantiateUploaded(hipGraph_t graph, hipStream_t stream)
{
    hipGraphExec_t exec = nullptr;
    hipGraphInstantiateParams params{};
    params.flags = hipGraphInstantiateFlagUpload;
    params.uploadStream = stream;
    hipGraphInstantiateWithParams(&exec, graph, &params);
    return params.result_out == hipGraphInstantiateSuccess ? exec : nullptr;
}

hipGraphExec_t instantiateWithFlags(hipGraph_t graph)
{
    hipGraphExec_t exec = nullptr;
    hipGraphInstantiateWithFlags(&exec, graph,
                                  hipGraphInstantiateFlagAutoFreeOnLaunch | hipGraphInstantiateFlagUseNodePriority);
    return exec;
}
