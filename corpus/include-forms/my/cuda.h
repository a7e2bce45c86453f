#pragma once
#define MY_CUDA 1
