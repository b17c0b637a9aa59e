// One value out of many: each block makes one, `p.output[block]`.
//
// Above this stands what was generated for the reduction at hand:
//     typedef … Sum;                                           what is summed in
//     struct Params { …; Sum *output; long long n; … };
//     __device__ Sum element(const Params &p, long long i);     for 0 ≤ i < n
//     __device__ Sum combine(Sum a, Sum b);                     associative, up to rounding
// There are at most as many blocks as hold n elements, so each block has at least one.
extern "C" __global__ void reduce(Params p) {
  constexpr unsigned threads = 256;
  __shared__ Sum partial[threads];
  unsigned t = threadIdx.x;
  long long first = (long long)blockIdx.x * threads, i = first + t, step = (long long)gridDim.x * threads;
  if (i < p.n) {
    Sum sum = element(p, i);
    for (i += step; i < p.n; i += step)
      sum = combine(sum, element(p, i));
    partial[t] = sum;
  }
  unsigned valid = p.n - first < threads ? unsigned(p.n - first) : threads;
  for (unsigned half = threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half && t + half < valid)
      partial[t] = combine(partial[t], partial[t + half]);
  }
  if (t == 0)
    p.output[blockIdx.x] = partial[0];
}
