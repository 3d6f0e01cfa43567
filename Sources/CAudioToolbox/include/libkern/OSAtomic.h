/// Atomic operations on integers and pointers.
///
/// Each function is a full barrier, even without `Barrier` in its name. Counting functions return
/// the new value.
#ifndef _OSATOMIC_H_
#define _OSATOMIC_H_

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

/// Prevents memory accesses from moving across the call.
static inline void OSMemoryBarrier(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

// MARK: - Counting

static inline int32_t OSAtomicAdd32(int32_t amount, volatile int32_t *value) {
  return __atomic_add_fetch(value, amount, __ATOMIC_SEQ_CST);
}
static inline int32_t OSAtomicAdd32Barrier(int32_t amount, volatile int32_t *value) {
  return __atomic_add_fetch(value, amount, __ATOMIC_SEQ_CST);
}
static inline int32_t OSAtomicIncrement32(volatile int32_t *value) {
  return __atomic_add_fetch(value, 1, __ATOMIC_SEQ_CST);
}
static inline int32_t OSAtomicIncrement32Barrier(volatile int32_t *value) {
  return __atomic_add_fetch(value, 1, __ATOMIC_SEQ_CST);
}
static inline int32_t OSAtomicDecrement32(volatile int32_t *value) {
  return __atomic_sub_fetch(value, 1, __ATOMIC_SEQ_CST);
}
static inline int32_t OSAtomicDecrement32Barrier(volatile int32_t *value) {
  return __atomic_sub_fetch(value, 1, __ATOMIC_SEQ_CST);
}
static inline int64_t OSAtomicAdd64(int64_t amount, volatile int64_t *value) {
  return __atomic_add_fetch(value, amount, __ATOMIC_SEQ_CST);
}
static inline int64_t OSAtomicAdd64Barrier(int64_t amount, volatile int64_t *value) {
  return __atomic_add_fetch(value, amount, __ATOMIC_SEQ_CST);
}
static inline int64_t OSAtomicIncrement64(volatile int64_t *value) {
  return __atomic_add_fetch(value, 1, __ATOMIC_SEQ_CST);
}
static inline int64_t OSAtomicIncrement64Barrier(volatile int64_t *value) {
  return __atomic_add_fetch(value, 1, __ATOMIC_SEQ_CST);
}
static inline int64_t OSAtomicDecrement64(volatile int64_t *value) {
  return __atomic_sub_fetch(value, 1, __ATOMIC_SEQ_CST);
}
static inline int64_t OSAtomicDecrement64Barrier(volatile int64_t *value) {
  return __atomic_sub_fetch(value, 1, __ATOMIC_SEQ_CST);
}

// MARK: - Bits

static inline int32_t OSAtomicOr32(uint32_t mask, volatile uint32_t *value) {
  return (int32_t)__atomic_or_fetch(value, mask, __ATOMIC_SEQ_CST);
}
static inline int32_t OSAtomicOr32Barrier(uint32_t mask, volatile uint32_t *value) {
  return (int32_t)__atomic_or_fetch(value, mask, __ATOMIC_SEQ_CST);
}
static inline int32_t OSAtomicAnd32(uint32_t mask, volatile uint32_t *value) {
  return (int32_t)__atomic_and_fetch(value, mask, __ATOMIC_SEQ_CST);
}
static inline int32_t OSAtomicAnd32Barrier(uint32_t mask, volatile uint32_t *value) {
  return (int32_t)__atomic_and_fetch(value, mask, __ATOMIC_SEQ_CST);
}
static inline int32_t OSAtomicXor32(uint32_t mask, volatile uint32_t *value) {
  return (int32_t)__atomic_xor_fetch(value, mask, __ATOMIC_SEQ_CST);
}
static inline int32_t OSAtomicXor32Barrier(uint32_t mask, volatile uint32_t *value) {
  return (int32_t)__atomic_xor_fetch(value, mask, __ATOMIC_SEQ_CST);
}

/// Returns the byte that contains a bit, counted from the highest bit of the first byte.
static inline volatile uint8_t *OCAByteOfBit(uint32_t bit, volatile void *address) {
  return (volatile uint8_t *)address + (bit >> 3);
}
static inline bool OSAtomicTestAndSet(uint32_t bit, volatile void *address) {
  uint8_t mask = (uint8_t)(0x80 >> (bit & 7));
  return __atomic_fetch_or(OCAByteOfBit(bit, address), mask, __ATOMIC_SEQ_CST) & mask;
}
static inline bool OSAtomicTestAndSetBarrier(uint32_t bit, volatile void *address) {
  uint8_t mask = (uint8_t)(0x80 >> (bit & 7));
  return __atomic_fetch_or(OCAByteOfBit(bit, address), mask, __ATOMIC_SEQ_CST) & mask;
}
static inline bool OSAtomicTestAndClear(uint32_t bit, volatile void *address) {
  uint8_t mask = (uint8_t)(0x80 >> (bit & 7));
  return __atomic_fetch_and(OCAByteOfBit(bit, address), (uint8_t)~mask, __ATOMIC_SEQ_CST) & mask;
}
static inline bool OSAtomicTestAndClearBarrier(uint32_t bit, volatile void *address) {
  uint8_t mask = (uint8_t)(0x80 >> (bit & 7));
  return __atomic_fetch_and(OCAByteOfBit(bit, address), (uint8_t)~mask, __ATOMIC_SEQ_CST) & mask;
}

// MARK: - Comparing

static inline bool OSAtomicCompareAndSwap32(
    int32_t expected, int32_t desired, int32_t volatile *value) {
  return __atomic_compare_exchange_n(
      value, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
static inline bool OSAtomicCompareAndSwap32Barrier(
    int32_t expected, int32_t desired, int32_t volatile *value) {
  return __atomic_compare_exchange_n(
      value, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
static inline bool OSAtomicCompareAndSwap64(
    int64_t expected, int64_t desired, int64_t volatile *value) {
  return __atomic_compare_exchange_n(
      value, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
static inline bool OSAtomicCompareAndSwap64Barrier(
    int64_t expected, int64_t desired, int64_t volatile *value) {
  return __atomic_compare_exchange_n(
      value, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
static inline bool OSAtomicCompareAndSwapInt(int expected, int desired, int volatile *value) {
  return __atomic_compare_exchange_n(
      value, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
static inline bool OSAtomicCompareAndSwapIntBarrier(
    int expected, int desired, int volatile *value) {
  return __atomic_compare_exchange_n(
      value, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
static inline bool OSAtomicCompareAndSwapLong(long expected, long desired, long volatile *value) {
  return __atomic_compare_exchange_n(
      value, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
static inline bool OSAtomicCompareAndSwapLongBarrier(
    long expected, long desired, long volatile *value) {
  return __atomic_compare_exchange_n(
      value, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
static inline bool OSAtomicCompareAndSwapPtr(void *expected, void *desired, void *volatile *value) {
  return __atomic_compare_exchange_n(
      value, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
static inline bool OSAtomicCompareAndSwapPtrBarrier(
    void *expected, void *desired, void *volatile *value) {
  return __atomic_compare_exchange_n(
      value, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

// MARK: - Locks

/// A lock for very short waits; 0 when it is free.
typedef int32_t OSSpinLock;
#define OS_SPINLOCK_INIT 0

/// Acquires a lock if it is free, and returns whether it succeeded.
static inline bool OSSpinLockTry(volatile OSSpinLock *lock) {
  return __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE) == 0;
}
/// Waits for a lock and acquires it.
static inline void OSSpinLockLock(volatile OSSpinLock *lock) {
  while (!OSSpinLockTry(lock)) sched_yield();
}
/// Releases a lock.
static inline void OSSpinLockUnlock(volatile OSSpinLock *lock) {
  __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

#if defined(__cplusplus)
}
#endif

#endif
