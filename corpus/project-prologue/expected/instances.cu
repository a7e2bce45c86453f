#include <hip/hip_runtime.h>
#include "forward.inl"

namespace {
void first(double *to, const double *from) { fetch(to, from, 1, 0); }
}  // namespace

void (*const fetch_first)(double *, const double *) = first;
