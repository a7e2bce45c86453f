"""An emulator of warps: kernels run on the processor, as CUDA on 32 lanes and as HIP on 64 and on 32."""
