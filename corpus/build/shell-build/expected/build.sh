#!/bin/bash
set -e
# nvcc has to be on the PATH
export ROCM_PATH=${ROCM_PATH:-/opt/rocm}
export LD_LIBRARY_PATH=$ROCM_PATH/lib:$LD_LIBRARY_PATH
nvidia-smi || true
for f in *.cu; do
  "$ROCM_PATH"/bin/hipcc -O3 --offload-arch=${HIP_ARCH:-gfx90a,gfx1100} -Wall -o "${f%.cu}" "$f" -lhipblas
done
