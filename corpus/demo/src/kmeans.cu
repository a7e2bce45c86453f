#include "kmeans/kmeans.h"

#include "device_buffer.h"
#include "kernels.cuh"
#include "kmeans/cuda_check.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace kmeans {
namespace {

class Timer {
public:
    explicit Timer(cudaStream_t stream) : stream_(stream)
    {
        CUDA_CHECK(cudaEventCreate(&begin_));
        CUDA_CHECK(cudaEventCreate(&end_));
        CUDA_CHECK(cudaEventRecord(begin_, stream_));
    }
    ~Timer()
    {
        cudaEventDestroy(begin_);
        cudaEventDestroy(end_);
    }
    float stop()
    {
        float ms = 0.0f;
        CUDA_CHECK(cudaEventRecord(end_, stream_));
        CUDA_CHECK(cudaEventSynchronize(end_));
        CUDA_CHECK(cudaEventElapsedTime(&ms, begin_, end_));
        return ms;
    }

private:
    cudaStream_t stream_;
    cudaEvent_t begin_, end_;
};

// Moves the centroids to the means; returns how far the one that moved most has moved.
float moveCentroids(std::vector<float> &centroids, const float *sums, const int *counts)
{
    float furthest = 0.0f;
    for (size_t k = 0; k < centroids.size() / kDims; ++k) {
        if (counts[k] == 0)
            continue;
        float moved = 0.0f;
        for (int d = 0; d < kDims; ++d) {
            const float mean = sums[k * kDims + d] / counts[k];
            const float diff = mean - centroids[k * kDims + d];
            moved += diff * diff;
            centroids[k * kDims + d] = mean;
        }
        furthest = std::max(furthest, std::sqrt(moved));
    }
    return furthest;
}

}  // namespace

Result cluster(const std::vector<float> &points, const Options &options)
{
    const int count = static_cast<int>(points.size() / kDims);
    const int clusters = std::min({options.clusters, kMaxClusters, count});
    CUDA_CHECK(cudaSetDevice(options.device));

    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));

    Result result;
    result.centroids.assign(points.begin(), points.begin() + clusters * kDims);
    result.labels.resize(count);

    DeviceBuffer<float> dPoints(points.size()), dSums(clusters * kDims), dInertia(1);
    DeviceBuffer<int> dLabels(count), dCounts(clusters);
    dPoints.upload(points.data(), stream);

    // Pinned, so that the copies back run beside the kernels.
    float *sums;
    int *counts;
    CUDA_CHECK(cudaMallocHost(&sums, dSums.bytes()));
    CUDA_CHECK(cudaHostAlloc(&counts, dCounts.bytes(), cudaHostAllocDefault));

    Timer timer(stream);
    float moved = INFINITY;
    while (result.iterations < options.maxIterations && moved > options.tolerance) {
        setCentroids(result.centroids.data(), clusters, stream);
        dSums.zero(stream);
        dCounts.zero(stream);
        dInertia.zero(stream);
        assign(dPoints.get(), count, clusters, dLabels.get(), dSums.get(), dCounts.get(), dInertia.get(), stream);
        dSums.download(sums, stream);
        dCounts.download(counts, stream);
        CUDA_CHECK(cudaStreamSynchronize(stream));

        moved = moveCentroids(result.centroids, sums, counts);
        ++result.iterations;
        if (options.verbose)
            std::printf("iteration %d: moved %g\n", result.iterations, moved);
    }
    result.milliseconds = timer.stop();

    float inertia = 0.0f;
    dInertia.download(&inertia, stream);
    dLabels.download(result.labels.data(), stream);
    CUDA_CHECK(cudaStreamSynchronize(stream));
    result.inertia = inertia;

    CUDA_CHECK(cudaFreeHost(sums));
    CUDA_CHECK(cudaFreeHost(counts));
    CUDA_CHECK(cudaStreamDestroy(stream));
    return result;
}

}  // namespace kmeans
