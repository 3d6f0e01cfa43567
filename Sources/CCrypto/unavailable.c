// Replaces this target if the headers of OpenSSL are missing at compile time: each attempt to open
// the library reports that it is missing.

#if defined(OCA_CRYPTO) && !__has_include(<openssl/evp.h>)

#include "CCrypto.h"

#include <CDynamicLibrary.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

static OCADynamicLibrary dynamicLibrary = {
    .name = "libcrypto",
    .package = "libssl-dev",
    .purpose = OCALibraryForNetwork,
};

bool OCACryptoIsThere(void) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  OCAReportMissingLibraries(OCALibraryForNetwork);
  return false;
}

OCADecryption *OCADecryptionCreate(const uint8_t *key, const uint8_t *vector) {
  OCACryptoIsThere();
  return NULL;
}

bool OCADecryptionUpdate(OCADecryption *decryption, const uint8_t *bytes, size_t byteCount,
                         uint8_t *output) {
  return false;
}

void OCADecryptionDestroy(OCADecryption *decryption) {}

#endif
