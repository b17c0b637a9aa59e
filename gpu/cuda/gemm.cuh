// D ← on_d(α on_a(A) on_b(B) + β C + bias) in one kernel, half precision summed in single precision, on the tensor cores.
//
// Above this stands what was generated for the product at hand:
//     struct Params { const f16 *a, *b, *c, *bias; f16 *d; long long m, n, k; float alpha, beta; … };
//     __device__ f16 on_a(const Params &p, f16 x);              likewise on_b, on_d
//     #define TILE_M, TILE_N, TILE_K, WARPS_M, WARPS_N          of the part of D that a block makes, and of its warps
//     #define ALIGNED                                           whether m and k are multiples of eight
//
// All matrices are stored column by column, A is m × k, B is k × n, so that Dᵀ = Bᵀ Aᵀ is a product of matrices that are stored row by row: the
// instruction's rows are columns of D (n), its columns are rows of D (m). Bᵀ is contiguous along k, as the instruction wants its first operand; Aᵀ
// is contiguous along m and is transposed as it is loaded (`ldmatrix.trans`).
//
// A block goes along k in steps of TILE_K, with two buffers: while the tensor cores work on one, the next parts of A and B are on their way from
// memory to registers; `on_a` and `on_b` are applied between registers and shared memory, once per element and block. What lies outside of the
// matrices is zero after them, not before.

constexpr int threads = 32 * WARPS_M * WARPS_N;
constexpr int warp_m = TILE_M / WARPS_M, warp_n = TILE_N / WARPS_N;
constexpr int parts_m = warp_m / 16, parts_n = warp_n / 16;
// Eight more per row: then the eight rows that `ldmatrix` reads at a time lie in different banks.
constexpr int pitch_a = TILE_M + 8, pitch_b = TILE_K + 8;
constexpr int chunks_a = TILE_K * TILE_M / 8 / threads, chunks_b = TILE_N * TILE_K / 8 / threads;
static_assert(chunks_a * threads * 8 == TILE_K * TILE_M && chunks_b * threads * 8 == TILE_N * TILE_K, "threads share the loads evenly");
static_assert(parts_m * 16 * WARPS_M == TILE_M && parts_n * 16 * WARPS_N == TILE_N && TILE_K % 16 == 0, "tiles are made of 16 x 16");

struct alignas(16) Chunk {
  f16 x[8];
};

__device__ __forceinline__ unsigned shared_address(const void *generic) {
  unsigned address;
  asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(address) : "l"(generic));
  return address;
}

__device__ __forceinline__ void load_matrix(unsigned (&to)[4], const f16 *from) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(shared_address(from))
               : "memory");
}

__device__ __forceinline__ void load_transposed(unsigned (&to)[4], const f16 *from) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(shared_address(from))
               : "memory");
}

__device__ __forceinline__ void multiply(float (&sum)[4], const unsigned (&rows)[4], unsigned first, unsigned second) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
               : "r"(rows[0]), "r"(rows[1]), "r"(rows[2]), "r"(rows[3]), "r"(first), "r"(second));
}

/// Eight neighbours in a column, of which `rows - row` are there, and none if the column is not.
__device__ __forceinline__ Chunk fetch(const f16 *matrix, long long row, long long column, long long rows, long long columns) {
  Chunk chunk = {};
  if (column < columns) {
    const f16 *from = matrix + row + column * rows;
#if ALIGNED
    if (row < rows)
      chunk = *reinterpret_cast<const Chunk *>(from);
#else
#pragma unroll
    for (int i = 0; i < 8; i++)
      if (row + i < rows)
        chunk.x[i] = from[i];
#endif
  }
  return chunk;
}

extern "C" __global__ void __launch_bounds__(threads) gemm(Params p) {
  __shared__ __align__(16) f16 tile_a[2][TILE_K][pitch_a];
  __shared__ __align__(16) f16 tile_b[2][TILE_N][pitch_b];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  const int m_of_warp = warp % WARPS_M * warp_m, n_of_warp = warp / WARPS_M * warp_n;
  const long long m0 = (long long)blockIdx.x * TILE_M, n0 = (long long)blockIdx.y * TILE_N;
  float sums[parts_n][2 * parts_m][4] = {};
  Chunk next_a[chunks_a], next_b[chunks_b];

  auto load = [&](long long k0) {
#pragma unroll
    for (int c = 0; c < chunks_a; c++) {
      int at = c * threads + t, l = at / (TILE_M / 8), i = at % (TILE_M / 8) * 8;
      next_a[c] = fetch(p.a, m0 + i, k0 + l, p.m, p.k);
    }
#pragma unroll
    for (int c = 0; c < chunks_b; c++) {
      int at = c * threads + t, j = at / (TILE_K / 8), l = at % (TILE_K / 8) * 8;
      next_b[c] = fetch(p.b, k0 + l, n0 + j, p.k, p.n);
    }
  };
  auto store = [&](long long k0, int buffer) {
#pragma unroll
    for (int c = 0; c < chunks_a; c++) {
      int at = c * threads + t, l = at / (TILE_M / 8), i = at % (TILE_M / 8) * 8;
#pragma unroll
      for (int e = 0; e < 8; e++)
        if (k0 + l < p.k && m0 + i + e < p.m)
          next_a[c].x[e] = on_a(p, next_a[c].x[e]);
      *reinterpret_cast<Chunk *>(&tile_a[buffer][l][i]) = next_a[c];
    }
#pragma unroll
    for (int c = 0; c < chunks_b; c++) {
      int at = c * threads + t, j = at / (TILE_K / 8), l = at % (TILE_K / 8) * 8;
#pragma unroll
      for (int e = 0; e < 8; e++)
        if (n0 + j < p.n && k0 + l + e < p.k)
          next_b[c].x[e] = on_b(p, next_b[c].x[e]);
      *reinterpret_cast<Chunk *>(&tile_b[buffer][j][l]) = next_b[c];
    }
  };

  load(0);
  store(0, 0);
  __syncthreads();
  int buffer = 0;
  for (long long k0 = 0; k0 < p.k; k0 += TILE_K) {
    bool more = k0 + TILE_K < p.k;
    if (more)
      load(k0 + TILE_K);
#pragma unroll
    for (int l = 0; l < TILE_K; l += 16) {
      unsigned rows[parts_n][4], columns[parts_m][4];
#pragma unroll
      for (int j = 0; j < parts_n; j++)
        load_matrix(rows[j], &tile_b[buffer][n_of_warp + 16 * j + lane % 16][l + lane / 16 * 8]);
#pragma unroll
      for (int i = 0; i < parts_m; i++)
        load_transposed(columns[i], &tile_a[buffer][l + lane % 16][m_of_warp + 16 * i + lane / 16 * 8]);
#pragma unroll
      for (int j = 0; j < parts_n; j++)
#pragma unroll
        for (int i = 0; i < parts_m; i++) {
          multiply(sums[j][2 * i], rows[j], columns[i][0], columns[i][1]);
          multiply(sums[j][2 * i + 1], rows[j], columns[i][2], columns[i][3]);
        }
    }
    if (more)
      store(k0 + TILE_K, buffer ^ 1);
    __syncthreads();
    buffer ^= 1;
  }

#pragma unroll
  for (int j = 0; j < parts_n; j++)
#pragma unroll
    for (int i = 0; i < 2 * parts_m; i++)
#pragma unroll
      for (int lower = 0; lower < 2; lower++) {
        long long n = n0 + n_of_warp + 16 * j + lane / 4 + 8 * lower, m = m0 + m_of_warp + 8 * i + lane % 4 * 2;
        f16 made[2];
#pragma unroll
        for (int e = 0; e < 2; e++)
          if (n < p.n && m + e < p.m) {
            float sum = p.alpha * sums[j][i][2 * lower + e];
            if (p.beta != 0)
              sum += p.beta * up(p.c[m + e + n * p.m]);
            if (p.bias)
              sum += up(p.bias[m + e]);
            made[e] = on_d(p, down(sum));
          }
#if ALIGNED
        if (n < p.n && m < p.m)
          *reinterpret_cast<unsigned *>(p.d + m + n * p.m) = made[0].bits | (unsigned)made[1].bits << 16;
#else
#pragma unroll
        for (int e = 0; e < 2; e++)
          if (n < p.n && m + e < p.m)
            p.d[m + e + n * p.m] = made[e];
#endif
      }
}
