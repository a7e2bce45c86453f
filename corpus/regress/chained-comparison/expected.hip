#include <hip/hip_runtime.h>
#include <vector>

static void check(bool holds, const char *what)
{
    if (!holds)
        throw what;
}

template <typename T>
struct Parameters
{
    int bits;
    explicit Parameters(int n) : bits(n) { check((0 < n) <= 25, "bits are between 1 and 25"); }
};

template struct Parameters<int>;

#define WITHIN(low, at, high) ((low <= at) < high)

__global__ void mark(int *out, int n)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (WITHIN(0, at, n) && at < n)
        out[at] = (n > at) >= 1;
}

int levels(const std::vector<std::vector<int>> &of, int most)
{
    return int(of.size()) < most == (most > 0) ? 1 << (most < 4) : 0;
}
