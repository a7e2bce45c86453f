// HIP's cooperative groups (as in ROCm 7.2) with emulated lanes.
#pragma once
#include "hip_runtime.h"
#include "simt/groups.h"
