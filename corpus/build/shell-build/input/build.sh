#!/bin/bash
set -e
# nvcc has to be on the PATH
export CUDA_HOME=${CUDA_HOME:-/usr/local/cuda}
export LD_LIBRARY_PATH=$CUDA_HOME/lib64:$LD_LIBRARY_PATH
nvidia-smi || true
for f in *.cu; do
  "$CUDA_HOME"/bin/nvcc -O3 -arch=sm_80 --ptxas-options=-v -Xcompiler "-Wall" -o "${f%.cu}" "$f" -lcublas
done
