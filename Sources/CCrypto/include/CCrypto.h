#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// A decryption of one message with AES-128 in CBC mode, by OpenSSL.
typedef struct OCADecryption OCADecryption;

/// Whether the library is installed; opens it if necessary.
bool OCACryptoIsThere(void);

/// Begins to decrypt a message with a key and an initialization vector of 16 bytes each.
///
/// Returns null if the library is missing or memory is short.
OCADecryption *_Nullable OCADecryptionCreate(const uint8_t *key, const uint8_t *vector);

/// Decrypts whole blocks of 16 bytes, and keeps their padding.
///
/// - output: Memory for as many bytes.
///
/// Returns false if the library fails.
bool OCADecryptionUpdate(OCADecryption *decryption, const uint8_t *bytes, size_t byteCount,
                         uint8_t *output);

/// Frees a decryption.
void OCADecryptionDestroy(OCADecryption *decryption);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
