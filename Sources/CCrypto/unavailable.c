// Replaces the rest of this target if the headers of OpenSSL were missing at compile time. The
// library then cannot be opened, and counts as missing when missing libraries are reported.

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
