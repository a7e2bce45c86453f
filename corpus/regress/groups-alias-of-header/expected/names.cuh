#pragma once
#include <hip/hip_cooperative_groups.h>

namespace cg = cooperative_groups;
