#ifndef KMEANS_KMEANS_H
#define KMEANS_KMEANS_H

#include <vector>

namespace kmeans {

constexpr int kDims = 4;          // coordinates of a point
constexpr int kMaxClusters = 64;  // what fits into constant memory, see kernels.cu

struct Options {
    int clusters = 8;
    int maxIterations = 50;
    float tolerance = 1e-4f;  // stop when no centroid moves further than this
    int device = 0;
    bool verbose = false;
};

struct Result {
    std::vector<float> centroids;  // clusters * kDims
    std::vector<int> labels;       // one a point
    double inertia = 0.0;          // sum of squared distances to the centroids
    int iterations = 0;
    float milliseconds = 0.0f;
};

// `points` holds kDims coordinates a point, one point after the other.
Result cluster(const std::vector<float> &points, const Options &options);

// Prints the devices and returns how many there are.
int listDevices();

}  // namespace kmeans

#endif  // KMEANS_KMEANS_H
