#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

using namespace thrust;
using namespace thrust::placeholders;

int main() {
    device_vector<float> a(4), b(4), c(4);
    thrust::transform(a.begin(), a.end(), a.begin(), _1 - 1);
    thrust::transform(a.begin(), a.end(), b.begin(), c.begin(), minus<float>());
    thrust::sort(c.begin(), c.end(), greater<float>());
    sort(c.begin(), c.end());
    printf("%f\n", (float)c[0]);
}
