#include <hip/hip_runtime.h>
#include <cstdio>
#include <vector>

class Replayed {
public:
    ~Replayed()
    {
        if (exec_)
            hipGraphExecDestroy(exec_);
    }

    // Replace what the graph does; instantiate it again only when its shape has changed.
    hipError_t set(hipGraph_t graph)
    {
        if (exec_) {
            cudaGraphExecUpdateResultInfo info;
            const hipError_t err = hipGraphExecUpdate(exec_, graph, &info);
            if (err == hipSuccess && info.result == hipGraphExecUpdateSuccess)
                return hipSuccess;
            if (info.result == hipGraphExecUpdateErrorTopologyChanged)
                std::puts("the shape of the graph has changed");
            hipGetLastError();
            hipGraphExecDestroy(exec_);
            exec_ = nullptr;
        }
        return hipGraphInstantiateWithFlags(&exec_, graph, 0);
    }

    hipError_t launch(hipStream_t stream) const { return hipGraphLaunch(exec_, stream); }

private:
    hipGraphExec_t exec_ = nullptr;
};

size_t countEdges(hipGraph_t graph)
{
    size_t count = 0;
    hipGraphGetEdges(graph, nullptr, nullptr, &count);
    std::vector<hipGraphNode_t> from(count), to(count);
    std::vector<hipGraphEdgeData> data(count);
    hipGraphGetEdges(graph, from.data(), to.data(), data.data(), &count);
    return count;
}

hipError_t chain(hipGraph_t graph, const std::vector<hipGraphNode_t> &nodes)
{
    if (nodes.size() < 2)
        return hipSuccess;
    return hipGraphAddDependencies(graph, nodes.data(), nodes.data() + 1, nodes.size() - 1);
}
