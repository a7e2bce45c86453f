template <typename T>
void fetch(T *to, const T *from, size_t count, cudaStream_t stream)
{
    cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
}
