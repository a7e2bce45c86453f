#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

class Replayed {
public:
    ~Replayed()
    {
        if (exec_)
            cudaGraphExecDestroy(exec_);
    }

    // Replace what the graph does; instantiate it again only when its shape has changed.
    cudaError_t set(cudaGraph_t graph)
    {
        if (exec_) {
            cudaGraphExecUpdateResultInfo info;
            const cudaError_t err = cudaGraphExecUpdate(exec_, graph, &info);
            if (err == cudaSuccess && info.result == cudaGraphExecUpdateSuccess)
                return cudaSuccess;
            if (info.result == cudaGraphExecUpdateErrorTopologyChanged)
                std::puts("the shape of the graph has changed");
            cudaGetLastError();
            cudaGraphExecDestroy(exec_);
            exec_ = nullptr;
        }
        return cudaGraphInstantiate(&exec_, graph, 0);
    }

    cudaError_t launch(cudaStream_t stream) const { return cudaGraphLaunch(exec_, stream); }

private:
    cudaGraphExec_t exec_ = nullptr;
};

size_t countEdges(cudaGraph_t graph)
{
    size_t count = 0;
    cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count);
    std::vector<cudaGraphNode_t> from(count), to(count);
    std::vector<cudaGraphEdgeData> data(count);
    cudaGraphGetEdges(graph, from.data(), to.data(), data.data(), &count);
    return count;
}

cudaError_t chain(cudaGraph_t graph, const std::vector<cudaGraphNode_t> &nodes)
{
    if (nodes.size() < 2)
        return cudaSuccess;
    return cudaGraphAddDependencies(graph, nodes.data(), nodes.data() + 1, nullptr, nodes.size() - 1);
}
