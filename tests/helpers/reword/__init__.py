"""Ways to say the same in other words of CUDA C++."""
