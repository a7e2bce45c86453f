#include "keywords.h"
#include "pull.cuh"

float far(float distance) { return pull(distance, 0.01f); }
