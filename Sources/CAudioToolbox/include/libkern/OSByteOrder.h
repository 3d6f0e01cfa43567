/// Conversions between byte orders.
#ifndef _OS_OSBYTEORDER_H
#define _OS_OSBYTEORDER_H

#include <stdint.h>

static inline uint16_t OSSwapInt16(uint16_t data) { return __builtin_bswap16(data); }
static inline uint32_t OSSwapInt32(uint32_t data) { return __builtin_bswap32(data); }
static inline uint64_t OSSwapInt64(uint64_t data) { return __builtin_bswap64(data); }

#define OSSwapConstInt16(data) __builtin_bswap16(data)
#define OSSwapConstInt32(data) __builtin_bswap32(data)
#define OSSwapConstInt64(data) __builtin_bswap64(data)

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define OSSwapHostToBigInt16(data) ((uint16_t)(data))
#define OSSwapHostToBigInt32(data) ((uint32_t)(data))
#define OSSwapHostToBigInt64(data) ((uint64_t)(data))
#define OSSwapHostToLittleInt16(data) OSSwapInt16(data)
#define OSSwapHostToLittleInt32(data) OSSwapInt32(data)
#define OSSwapHostToLittleInt64(data) OSSwapInt64(data)
#else
#define OSSwapHostToBigInt16(data) OSSwapInt16(data)
#define OSSwapHostToBigInt32(data) OSSwapInt32(data)
#define OSSwapHostToBigInt64(data) OSSwapInt64(data)
#define OSSwapHostToLittleInt16(data) ((uint16_t)(data))
#define OSSwapHostToLittleInt32(data) ((uint32_t)(data))
#define OSSwapHostToLittleInt64(data) ((uint64_t)(data))
#endif
#define OSSwapBigToHostInt16(data) OSSwapHostToBigInt16(data)
#define OSSwapBigToHostInt32(data) OSSwapHostToBigInt32(data)
#define OSSwapBigToHostInt64(data) OSSwapHostToBigInt64(data)
#define OSSwapLittleToHostInt16(data) OSSwapHostToLittleInt16(data)
#define OSSwapLittleToHostInt32(data) OSSwapHostToLittleInt32(data)
#define OSSwapLittleToHostInt64(data) OSSwapHostToLittleInt64(data)

#endif
