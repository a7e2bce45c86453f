// One translation unit for everything, for builds without device linking.
#include "solver.cu"
#include "main.cpp"
