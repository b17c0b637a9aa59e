// The same product as `cuda/gemm.cuh`, in one thread of each block: the part of D that the block has there.
extern "C" __global__ void gemm(Params p) {
  if (threadIdx.x != 0)
    return;
  for (long long j = (long long)blockIdx.y * TILE_N; j < p.n && j < ((long long)blockIdx.y + 1) * TILE_N; j++)
    for (long long i = (long long)blockIdx.x * TILE_M; i < p.m && i < ((long long)blockIdx.x + 1) * TILE_M; i++) {
      float sum = 0;
      for (long long l = 0; l < p.k; l++)
        sum += up(on_a(p, p.a[i + l * p.m])) * up(on_b(p, p.b[l + j * p.k]));
      sum = p.alpha * sum;
      if (p.beta != 0)
        sum += p.beta * up(p.c[i + j * p.m]);
      if (p.bias)
        sum += up(p.bias[i]);
      p.d[i + j * p.m] = on_d(p, down(sum));
    }
}
