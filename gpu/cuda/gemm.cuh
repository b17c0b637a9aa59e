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

/// Eight neighbours in a column of a matrix, two in a word, and which of them there are: one bit each.
struct Chunk {
  unsigned words[4];
  unsigned there;
};

/// `count` is how many there are from the first one on; none if it is not positive.
__device__ __forceinline__ Chunk fetch(const f16 *from, int count) {
  Chunk chunk = {};
#if ALIGNED
  if (count > 0) {
    uint4 words = *reinterpret_cast<const uint4 *>(from);
    chunk = {{words.x, words.y, words.z, words.w}, 0xff};
  }
#else
#pragma unroll
  for (int i = 0; i < 8; i++)
    if (i < count) {
      chunk.words[i / 2] |= (unsigned)from[i].bits << (i % 2 * 16);
      chunk.there |= 1u << i;
    }
#endif
  return chunk;
}

/// Applies a function to the elements that are there, and stores the chunk.
template <class F> __device__ __forceinline__ void put(f16 *to, const Chunk &chunk, F on) {
  unsigned words[4];
#pragma unroll
  for (int i = 0; i < 4; i++) {
    f16 low = {(unsigned short)(chunk.words[i] & 0xffff)}, high = {(unsigned short)(chunk.words[i] >> 16)};
#if ALIGNED
    low = on(low), high = on(high);
#else
    if (chunk.there >> (2 * i) & 1)
      low = on(low);
    if (chunk.there >> (2 * i + 1) & 1)
      high = on(high);
#endif
    words[i] = low.bits | (unsigned)high.bits << 16;
  }
#if ALIGNED
  // All are there or none.
  bool none = chunk.there == 0;
  *reinterpret_cast<uint4 *>(to) = none ? make_uint4(0, 0, 0, 0) : make_uint4(words[0], words[1], words[2], words[3]);
#else
  *reinterpret_cast<uint4 *>(to) = make_uint4(words[0], words[1], words[2], words[3]);
#endif
}

extern "C" __global__ void __launch_bounds__(threads) gemm(Params p) {
  __shared__ __align__(16) f16 tile_a[2][TILE_K][pitch_a];
  __shared__ __align__(16) f16 tile_b[2][TILE_N][pitch_b];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  const int m_of_warp = warp % WARPS_M * warp_m, n_of_warp = warp / WARPS_M * warp_n;
  const int size_m = (int)p.m, size_n = (int)p.n, size_k = (int)p.k;
  const int m0 = blockIdx.x * TILE_M, n0 = blockIdx.y * TILE_N;
  float sums[parts_n][2 * parts_m][4] = {};
  Chunk next_a[chunks_a], next_b[chunks_b];

  // Chunk `c` of this thread: of A in row `row_a` of the tile (along k), of B in row `row_b` (along n). Where its column is outside of the matrix there is nothing.
  constexpr int in_a = TILE_M / 8, in_b = TILE_K / 8;
  const int row_a = t / in_a, column_a = t % in_a * 8, row_b = t / in_b, column_b = t % in_b * 8;
  constexpr int step_a = threads / in_a, step_b = threads / in_b;
  static_assert(step_a * in_a == threads && step_b * in_b == threads, "a thread's chunks lie below each other");
  const f16 *from_a = p.a + m0 + column_a + (long long)row_a * size_m;
  const f16 *from_b = p.b + column_b + (long long)(n0 + row_b) * size_k;
  const int rows_of_a = size_m - m0 - column_a;

  auto load = [&](int k0) {
#pragma unroll
    for (int c = 0; c < chunks_a; c++)
      next_a[c] = fetch(from_a + (long long)(k0 + c * step_a) * size_m, k0 + row_a + c * step_a < size_k ? rows_of_a : 0);
#pragma unroll
    for (int c = 0; c < chunks_b; c++)
      next_b[c] = fetch(from_b + (long long)c * step_b * size_k + k0, n0 + row_b + c * step_b < size_n ? size_k - k0 - column_b : 0);
  };
  auto store = [&](int buffer) {
#pragma unroll
    for (int c = 0; c < chunks_a; c++)
      put(&tile_a[buffer][row_a + c * step_a][column_a], next_a[c], [&](f16 x) { return on_a(p, x); });
#pragma unroll
    for (int c = 0; c < chunks_b; c++)
      put(&tile_b[buffer][row_b + c * step_b][column_b], next_b[c], [&](f16 x) { return on_b(p, x); });
  };

  load(0);
  store(0);
  __syncthreads();
  int buffer = 0;
  for (int k0 = 0; k0 < size_k; k0 += TILE_K) {
    bool more = k0 + TILE_K < size_k;
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
      store(buffer ^ 1);
    __syncthreads();
    buffer ^= 1;
  }

#pragma unroll
  for (int j = 0; j < parts_n; j++)
#pragma unroll
    for (int i = 0; i < 2 * parts_m; i++)
#pragma unroll
      for (int lower = 0; lower < 2; lower++) {
        int n = n0 + n_of_warp + 16 * j + lane / 4 + 8 * lower, m = m0 + m_of_warp + 8 * i + lane % 4 * 2;
        if (n >= size_n || m >= size_m)
          continue;
        long long at = m + (long long)n * size_m;
        bool both = ALIGNED || m + 1 < size_m;
        float low = p.alpha * sums[j][i][2 * lower], high = p.alpha * sums[j][i][2 * lower + 1];
        if (p.beta != 0) {
          low += p.beta * up(p.c[at]);
          if (both)
            high += p.beta * up(p.c[at + 1]);
        }
        if (p.bias) {
          low += up(p.bias[m]);
          if (both)
            high += up(p.bias[m + 1]);
        }
#if ALIGNED
        *reinterpret_cast<unsigned *>(p.d + at) = on_d(p, down(low)).bits | (unsigned)on_d(p, down(high)).bits << 16;
#else
        p.d[at] = on_d(p, down(low));
        if (both)
          p.d[at + 1] = on_d(p, down(high));
#endif
      }
}
