#pragma once

#include <cuda_runtime.h>

namespace kmeans {

// Copies `clusters` centroids of kDims coordinates to constant memory, in stream order.
void setCentroids(const float *centroids, int clusters, cudaStream_t stream);

// Labels each point with its nearest centroid; adds to sums, counts and inertia, which the caller has cleared.
void assign(const float *points, int count, int clusters, int *labels, float *sums, int *counts, float *inertia,
            cudaStream_t stream);

// Threads a block that suit the current device.
int preferredBlock();

}  // namespace kmeans
