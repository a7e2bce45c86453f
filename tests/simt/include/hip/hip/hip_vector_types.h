// All of it is in hip_runtime.h.
#pragma once
#include "hip_runtime.h"
