// Memory that is kept for the next one who asks.
//
// Asking the device for memory waits for it, and takes longer than a small kernel. Sizes are rounded up to one of eight between a power of two and the next, at
// most an eighth more than was asked for, and a freed block goes to the list of its size. Blocks of up to a mebibyte are cut from slabs of several, so that a program
// whose garbage is collected late asks seldom. When the device has no memory left, every slab that lies in lists as a whole goes back to it and it is asked once more.
//
// Invariants: a block is either live or in the list of its size; `live` and `cached` are the sums of both; a slab's `used` counts its live blocks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "../gpu.h"

namespace saturate {

class Pool {
public:
  using Get = std::function<void *(size_t)>; // null: none left
  using Give = std::function<void(void *)>;

  Pool(Get get, Give give) : get_(std::move(get)), give_(std::move(give)) {}
  ~Pool() {
    for (auto &slab : slabs_)
      give_(slab.first);
  }

  /// A block of at least that many bytes; null if there is none.
  void *allocate(size_t bytes) {
    size_t size = rounded(bytes);
    std::lock_guard<std::mutex> guard(lock_);
    auto &list = free_[size];
    if (list.empty() && !add_slab(size, list)) {
      trim_locked();
      if (!add_slab(size, list))
        return nullptr;
    }
    Block block = list.back();
    list.pop_back();
    live_[block.memory] = {block.slab, size};
    slabs_[block.slab].used++;
    now_.cached -= size;
    now_.live += size;
    now_.requests++;
    return block.memory;
  }

  /// Whether the block was live; it is not any more.
  bool release(void *memory) {
    std::lock_guard<std::mutex> guard(lock_);
    auto found = live_.find(memory);
    if (found == live_.end())
      return false;
    auto [slab, size] = found->second;
    live_.erase(found);
    free_[size].push_back({memory, slab});
    slabs_[slab].used--;
    now_.live -= size;
    now_.cached += size;
    return true;
  }

  /// Gives every slab back of which nothing is live.
  void trim() {
    std::lock_guard<std::mutex> guard(lock_);
    trim_locked();
  }

  gpu_memory now() {
    std::lock_guard<std::mutex> guard(lock_);
    return now_;
  }

private:
  struct Block {
    void *memory;
    void *slab;
  };
  struct Live {
    void *slab;
    size_t size;
  };
  struct Slab {
    size_t used;
  };

  static size_t rounded(size_t bytes) {
    constexpr size_t least = 512;
    if (bytes <= least)
      return least;
    size_t power = least;
    while (power <= bytes / 2)
      power *= 2;
    // Addresses stay multiples of 256.
    size_t step = std::max<size_t>(power / 8, 256);
    return (bytes + step - 1) / step * step;
  }

  bool add_slab(size_t size, std::vector<Block> &list) {
    constexpr size_t small = 1 << 20, slab_size = 8 << 20;
    size_t blocks = size <= small ? slab_size / size : 1;
    char *slab = static_cast<char *>(get_(blocks * size));
    if (!slab)
      return false;
    slabs_[slab] = {0};
    // The first block is the first to be given out.
    for (size_t i = blocks; i-- > 0;)
      list.push_back({slab + i * size, slab});
    now_.misses++;
    now_.cached += blocks * size;
    now_.peak = std::max(now_.peak, now_.live + now_.cached);
    return true;
  }

  void trim_locked() {
    for (auto &[size, list] : free_) {
      auto unused = [this](const Block &block) { return slabs_[block.slab].used == 0; };
      auto end = std::remove_if(list.begin(), list.end(), unused);
      now_.cached -= size * size_t(list.end() - end);
      list.erase(end, list.end());
    }
    for (auto slab = slabs_.begin(); slab != slabs_.end();) {
      if (slab->second.used == 0) {
        give_(slab->first);
        slab = slabs_.erase(slab);
      } else {
        ++slab;
      }
    }
  }

  Get get_;
  Give give_;
  std::mutex lock_;
  std::unordered_map<size_t, std::vector<Block>> free_;
  std::unordered_map<void *, Live> live_;
  std::unordered_map<void *, Slab> slabs_;
  gpu_memory now_{};
};

} // namespace saturate
