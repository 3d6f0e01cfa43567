/// Byte Order of Core Services: numbers between the machine's byte order and a named one.
#ifndef CoreServices_Endian_h
#define CoreServices_Endian_h

#include <CoreAudio/CoreAudioMacTypes.h>

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define OCA_BIG_ENDIAN(bits, value) __builtin_bswap##bits(value)
#define OCA_LITTLE_ENDIAN(bits, value) (value)
#else
#define OCA_BIG_ENDIAN(bits, value) (value)
#define OCA_LITTLE_ENDIAN(bits, value) __builtin_bswap##bits(value)
#endif

/// Converts an unsigned integer of 16 bits from big-endian to the machine's byte order.
#define EndianU16_BtoN(value) ((UInt16)OCA_BIG_ENDIAN(16, (UInt16)(value)))
/// Converts an unsigned integer of 16 bits from the machine's to big-endian byte order.
#define EndianU16_NtoB(value) EndianU16_BtoN(value)
/// Converts an unsigned integer of 16 bits from little-endian to the machine's byte order.
#define EndianU16_LtoN(value) ((UInt16)OCA_LITTLE_ENDIAN(16, (UInt16)(value)))
/// Converts an unsigned integer of 16 bits from the machine's to little-endian byte order.
#define EndianU16_NtoL(value) EndianU16_LtoN(value)
/// Converts a signed integer of 16 bits from big-endian to the machine's byte order.
#define EndianS16_BtoN(value) ((SInt16)EndianU16_BtoN(value))
/// Converts a signed integer of 16 bits from the machine's to big-endian byte order.
#define EndianS16_NtoB(value) EndianS16_BtoN(value)
/// Converts a signed integer of 16 bits from little-endian to the machine's byte order.
#define EndianS16_LtoN(value) ((SInt16)EndianU16_LtoN(value))
/// Converts a signed integer of 16 bits from the machine's to little-endian byte order.
#define EndianS16_NtoL(value) EndianS16_LtoN(value)
/// Converts an unsigned integer of 32 bits from big-endian to the machine's byte order.
#define EndianU32_BtoN(value) ((UInt32)OCA_BIG_ENDIAN(32, (UInt32)(value)))
/// Converts an unsigned integer of 32 bits from the machine's to big-endian byte order.
#define EndianU32_NtoB(value) EndianU32_BtoN(value)
/// Converts an unsigned integer of 32 bits from little-endian to the machine's byte order.
#define EndianU32_LtoN(value) ((UInt32)OCA_LITTLE_ENDIAN(32, (UInt32)(value)))
/// Converts an unsigned integer of 32 bits from the machine's to little-endian byte order.
#define EndianU32_NtoL(value) EndianU32_LtoN(value)
/// Converts a signed integer of 32 bits from big-endian to the machine's byte order.
#define EndianS32_BtoN(value) ((SInt32)EndianU32_BtoN(value))
/// Converts a signed integer of 32 bits from the machine's to big-endian byte order.
#define EndianS32_NtoB(value) EndianS32_BtoN(value)
/// Converts a signed integer of 32 bits from little-endian to the machine's byte order.
#define EndianS32_LtoN(value) ((SInt32)EndianU32_LtoN(value))
/// Converts a signed integer of 32 bits from the machine's to little-endian byte order.
#define EndianS32_NtoL(value) EndianS32_LtoN(value)
/// Converts an unsigned integer of 64 bits from big-endian to the machine's byte order.
#define EndianU64_BtoN(value) ((UInt64)OCA_BIG_ENDIAN(64, (UInt64)(value)))
/// Converts an unsigned integer of 64 bits from the machine's to big-endian byte order.
#define EndianU64_NtoB(value) EndianU64_BtoN(value)
/// Converts an unsigned integer of 64 bits from little-endian to the machine's byte order.
#define EndianU64_LtoN(value) ((UInt64)OCA_LITTLE_ENDIAN(64, (UInt64)(value)))
/// Converts an unsigned integer of 64 bits from the machine's to little-endian byte order.
#define EndianU64_NtoL(value) EndianU64_LtoN(value)
/// Converts a signed integer of 64 bits from big-endian to the machine's byte order.
#define EndianS64_BtoN(value) ((SInt64)EndianU64_BtoN(value))
/// Converts a signed integer of 64 bits from the machine's to big-endian byte order.
#define EndianS64_NtoB(value) EndianS64_BtoN(value)
/// Converts a signed integer of 64 bits from little-endian to the machine's byte order.
#define EndianS64_LtoN(value) ((SInt64)EndianU64_LtoN(value))
/// Converts a signed integer of 64 bits from the machine's to little-endian byte order.
#define EndianS64_NtoL(value) EndianS64_LtoN(value)

#endif
