// SPDX-License-Identifier: Apache-2.0
// C++ exceptions in WebAssembly. Debian's libc++abi for wasm32 is built without them, so this is
// the part that is missing: the functions that compilers call for throw and catch. The engine
// unwinds the stack; a landing pad asks _Unwind_CallPersonality which of its handlers matches.
//   Itanium C++ ABI: Exception Handling, and LLVM's "WebAssembly exception handling"
//   (WasmEHPrepare)
// One thread. Dynamic exception specifications, which C++17 removed, never match.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <typeinfo>

namespace __cxxabiv1 {
// The interface of libc++abi's type_info classes, in the order of its virtual functions.
class __shim_type_info : public std::type_info {
 public:
  ~__shim_type_info() override;
  virtual void noop1() const;
  virtual void noop2() const;
  // Whether a handler of this type catches `thrown`; adjusts the pointer to the object.
  virtual bool can_catch(const __shim_type_info* thrown, void*& object) const = 0;
};
}  // namespace __cxxabiv1

namespace {

using TypeInfo = __cxxabiv1::__shim_type_info;
using Destroy = void* (*)(void*);

// Lies before the thrown object. A copy of an exception_ptr that is thrown again has one of its
// own, without an object, which keeps the first one alive.
struct alignas(16) Thrown {
  Thrown* first;          // holds the object
  Thrown* caught_before;  // the exception that was being handled when this one was caught
  const TypeInfo* type;
  Destroy destroy;
  void* matched;   // the object as its handler sees it
  int references;  // exception_ptrs, copies, and one for being thrown
  int handlers;    // active ones; negative: thrown again by its handler

  void* object() { return first + 1; }
};

Thrown* caught = nullptr;  // the exception being handled, innermost first
int uncaught = 0;

Thrown* header_of(void* object) {
  return static_cast<Thrown*>(object) - 1;
}

void release(Thrown* thrown) {
  if (--thrown->references > 0) return;
  if (thrown->first != thrown)
    release(thrown->first);
  else if (thrown->destroy)
    thrown->destroy(thrown->object());
  std::free(thrown);
}

Thrown* allocate(std::size_t object_bytes) {
  void* memory = std::calloc(1, sizeof(Thrown) + object_bytes);
  if (!memory) std::terminate();
  auto* thrown = static_cast<Thrown*>(memory);
  thrown->first = thrown;
  return thrown;
}

[[noreturn]] void raise(Thrown* thrown) {
  ++uncaught;
  __builtin_wasm_throw(0, thrown);
}

// Reads a table of exception handlers (a "language-specific data area").
class Table {
 public:
  explicit Table(const std::uint8_t* at) : at_(at) {}

  const std::uint8_t* at() const { return at_; }
  std::uint8_t byte() { return *at_++; }
  std::uint32_t unsigned_number() { return static_cast<std::uint32_t>(number(false)); }
  std::int32_t signed_number() { return static_cast<std::int32_t>(number(true)); }

 private:
  std::uint64_t number(bool is_signed) {  // LEB128
    std::uint64_t value = 0;
    unsigned shift = 0;
    std::uint8_t part = 0;
    do {
      part = byte();
      value |= std::uint64_t{part & 0x7fu} << shift;
      shift += 7;
    } while (part & 0x80u);
    if (is_signed && (part & 0x40u) && shift < 64) value |= ~std::uint64_t{0} << shift;
    return value;
  }

  const std::uint8_t* at_;
};

// Returns the number of the first handler of a landing pad that catches the exception; 0: none.
int matching_handler(const std::uint8_t* table, std::uint32_t landing_pad, Thrown* thrown) {
  constexpr std::uint8_t omitted = 0xff;
  Table read(table);
  if (read.byte() != omitted) std::terminate();  // landing pads are numbers here, not addresses
  const std::uint8_t* types = nullptr;
  if (read.byte() != omitted) {
    const std::uint32_t offset = read.unsigned_number();
    types = read.at() + offset;
  }
  read.byte();  // the encoding of landing pads
  const std::uint32_t length = read.unsigned_number();
  const std::uint8_t* actions = read.at() + length;
  for (std::uint32_t i = 0; i < landing_pad; ++i) {
    read.unsigned_number();
    read.unsigned_number();
  }
  read.unsigned_number();
  const std::uint32_t first = read.unsigned_number();
  if (first == 0) return 0;  // a cleanup
  for (Table action(actions + first - 1);;) {
    const std::int32_t handler = action.signed_number();
    const std::uint8_t* here = action.at();
    const std::int32_t next = action.signed_number();
    if (handler > 0) {
      const TypeInfo* type = nullptr;
      std::memcpy(&type, types - std::size_t{sizeof type} * static_cast<std::size_t>(handler),
                  sizeof type);
      void* object = thrown->object();
      if (!type || type->can_catch(thrown->type, object)) {
        thrown->matched = object;
        return handler;
      }
    }
    if (next == 0) return 0;
    action = Table(here + next);
  }
}

}  // namespace

extern "C" {

// What a landing pad tells _Unwind_CallPersonality, and its answer.
struct LandingPad {
  std::uint32_t number;
  const std::uint8_t* table;
  int handler;
};
thread_local LandingPad __wasm_lpad_context;

int _Unwind_CallPersonality(void* thrown) {
  LandingPad& pad = __wasm_lpad_context;
  pad.handler = matching_handler(pad.table, pad.number, static_cast<Thrown*>(thrown));
  return 0;
}

void* __cxa_allocate_exception(std::size_t bytes) {
  return allocate(bytes)->object();
}
void __cxa_free_exception(void* object) {
  std::free(header_of(object));
}

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, Destroy destroy) {
  Thrown* thrown = header_of(object);
  thrown->type = static_cast<const TypeInfo*>(type);
  thrown->destroy = destroy;
  thrown->matched = object;
  thrown->references = 1;
  raise(thrown);
}

void* __cxa_get_exception_ptr(void* thrown) {
  return static_cast<Thrown*>(thrown)->matched;
}

void* __cxa_begin_catch(void* exception) {
  auto* thrown = static_cast<Thrown*>(exception);
  thrown->handlers = thrown->handlers < 0 ? 1 - thrown->handlers : thrown->handlers + 1;
  if (thrown != caught) {
    thrown->caught_before = caught;
    caught = thrown;
  }
  --uncaught;
  return thrown->matched;
}

void __cxa_end_catch() {
  Thrown* thrown = caught;
  if (!thrown) return;
  const bool thrown_again = thrown->handlers < 0;
  thrown->handlers += thrown_again ? 1 : -1;
  if (thrown->handlers != 0) return;
  caught = thrown->caught_before;
  if (!thrown_again) release(thrown);
}

[[noreturn]] void __cxa_rethrow() {
  if (!caught) std::terminate();
  caught->handlers = -caught->handlers;
  raise(caught);
}

// std::exception_ptr holds the address of an object.
void* __cxa_current_primary_exception() noexcept {
  if (!caught) return nullptr;
  ++caught->first->references;
  return caught->object();
}
void __cxa_increment_exception_refcount(void* object) noexcept {
  if (object) ++header_of(object)->references;
}
void __cxa_decrement_exception_refcount(void* object) noexcept {
  if (object) release(header_of(object));
}
void __cxa_rethrow_primary_exception(void* object) {
  if (!object) return;
  Thrown* first = header_of(object);
  ++first->references;
  Thrown* thrown = allocate(0);
  thrown->first = first;
  thrown->type = first->type;
  thrown->matched = object;
  thrown->references = 1;
  raise(thrown);
}

unsigned __cxa_uncaught_exceptions() noexcept {
  return static_cast<unsigned>(uncaught);
}
bool __cxa_uncaught_exception() noexcept {
  return uncaught > 0;
}

}  // extern "C"

// libc++abi's operators end the program when memory runs out.
void* operator new(std::size_t bytes) {
  if (void* memory = std::malloc(bytes > 0 ? bytes : 1)) return memory;
  throw std::bad_alloc();
}
void* operator new[](std::size_t bytes) {
  return operator new(bytes);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto step = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(step, (bytes + step - 1) / step * step)) return memory;
  throw std::bad_alloc();
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return operator new(bytes, alignment);
}
