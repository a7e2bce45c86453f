#pragma once
#define MY_CUDA_RUNTIME 2
