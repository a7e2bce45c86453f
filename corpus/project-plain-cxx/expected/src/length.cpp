#include "vectors.h"
#include "pull.cuh"

float squared(const float4 &v) { return pull(dot(v, v), 0.01f); }
