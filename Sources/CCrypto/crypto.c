// The only file that uses OpenSSL's libcrypto. The first decryption loads its functions.

#include "CCrypto.h"

#if defined(OCA_CRYPTO) && __has_include(<openssl/evp.h>)

#include <CDynamicLibrary.h>
#include <limits.h>
#include <openssl/evp.h>

static struct {
  __typeof__(&EVP_CIPHER_CTX_new) create;
  __typeof__(&EVP_CIPHER_CTX_free) destroy;
  __typeof__(&EVP_aes_128_cbc) cipher;
  __typeof__(&EVP_DecryptInit_ex) begin;
  __typeof__(&EVP_DecryptUpdate) update;
  __typeof__(&EVP_CIPHER_CTX_set_padding) setPadding;
} library;

static const OCADynamicFunction functions[] = {
    {"EVP_CIPHER_CTX_new", (void **)&library.create},
    {"EVP_CIPHER_CTX_free", (void **)&library.destroy},
    {"EVP_aes_128_cbc", (void **)&library.cipher},
    {"EVP_DecryptInit_ex", (void **)&library.begin},
    {"EVP_DecryptUpdate", (void **)&library.update},
    {"EVP_CIPHER_CTX_set_padding", (void **)&library.setPadding},
    {NULL, NULL},
};

static OCADynamicLibrary dynamicLibrary = {
    .name = "libcrypto.so.3",
    .package = "libssl3",
    .purpose = OCALibraryForNetwork,
    .functions = functions,
};

bool OCACryptoIsThere(void) {
  if (OCADynamicLibraryLoad(&dynamicLibrary)) return true;
  OCAReportMissingLibraries(OCALibraryForNetwork);
  return false;
}

OCADecryption *OCADecryptionCreate(const uint8_t *key, const uint8_t *vector) {
  if (!OCACryptoIsThere()) return NULL;
  EVP_CIPHER_CTX *context = library.create();
  if (context == NULL) return NULL;
  if (library.begin(context, library.cipher(), NULL, key, vector) == 1 &&
      library.setPadding(context, 0) == 1)
    return (OCADecryption *)context;
  library.destroy(context);
  return NULL;
}

bool OCADecryptionUpdate(OCADecryption *decryption, const uint8_t *bytes, size_t byteCount,
                         uint8_t *output) {
  if (byteCount > INT_MAX || byteCount % 16 != 0) return false;
  int count = 0;
  EVP_CIPHER_CTX *context = (EVP_CIPHER_CTX *)decryption;
  return library.update(context, output, &count, bytes, (int)byteCount) == 1 &&
         (size_t)count == byteCount;
}

void OCADecryptionDestroy(OCADecryption *decryption) {
  library.destroy((EVP_CIPHER_CTX *)decryption);
}

#endif
