// Memory that many files are read into, without a system call, a copy or a zeroed byte for each.
//
// Invariant: what was kept never moves, and lives as long as any text in it.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <memory>
#include <new>
#include <string_view>

#include "text.h"

namespace remove_op {

class Arena {
 public:
  // Room for at least `least` bytes; the same again until keep() is called.
  char* room(std::size_t least) {
    if (capacity_ - used_ < least) open_block(least);
    return block_.get() + used_;
  }
  std::size_t room_size() const { return capacity_ - used_; }

  // The first `size` bytes of the room become a text.
  Text keep(std::size_t size) {
    const std::string_view bytes(block_.get() + used_, size);
    used_ += size;
    return Text(block_, bytes);
  }

 private:
  static constexpr std::size_t huge_page = 2 << 20;
  static constexpr std::size_t usual_block = 8 * huge_page;

  void open_block(std::size_t least) {
    const std::size_t size = (std::max(least, usual_block) + huge_page - 1) / huge_page * huge_page;
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    madvise(memory, size, MADV_HUGEPAGE);
    block_ = std::shared_ptr<char>(static_cast<char*>(memory), [size](char* at) { munmap(at, size); });
    capacity_ = size;
    used_ = 0;
  }

  std::shared_ptr<char> block_;
  std::size_t capacity_ = 0;
  std::size_t used_ = 0;
};

}  // namespace remove_op
