#include "kmeans/kmeans.h"

#include "tinyargs/tinyargs.h"

#include <cstdio>
#include <exception>
#include <random>

static std::vector<float> randomPoints(int count, int groups, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> near(0.0f, 0.5f);
    std::vector<float> points;
    points.reserve(size_t(count) * kmeans::kDims);
    for (int i = 0; i < count; ++i)
        for (int d = 0; d < kmeans::kDims; ++d)
            points.push_back(float((i % groups) * (d + 1)) + near(random));
    return points;
}

int main(int argc, char **argv)
{
    const tinyargs::Args args(argc, argv);
    if (args.has("--list"))
        return kmeans::listDevices() > 0 ? 0 : 1;

    kmeans::Options options;
    options.clusters = args.number("-k", 8);
    options.device = args.number("--device", 0);
    options.verbose = args.has("-v");
    const int count = args.number("-n", 1 << 20);

    try {
        const auto points = randomPoints(count, options.clusters, 42);
        const auto result = kmeans::cluster(points, options);
        std::printf("%d points, %d iterations, %.2f ms on the GPU, inertia %g\n", count, result.iterations,
                    result.milliseconds, result.inertia);
    } catch (const std::exception &error) {
        // The text says which CUDA call failed, e.g. cudaMalloc for too large an -n.
        std::fprintf(stderr, "kmeans: %s\n", error.what());
        return 1;
    }
    return 0;
}
