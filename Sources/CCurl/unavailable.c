// Replaces the rest of this target if the headers of libcurl were missing at compile time. The
// library then cannot be opened, and counts as missing when missing libraries are reported.

#if defined(OCA_HTTP) && !__has_include(<curl/curl.h>)

#include "CCurl.h"

#include <CDynamicLibrary.h>
#include <stddef.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

static OCADynamicLibrary dynamicLibrary = {
    .name = "libcurl",
    .package = "libcurl4-openssl-dev",
    .purpose = OCALibraryForNetwork,
};

bool ccurl_is_available(void) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  OCAReportMissingLibraries(OCALibraryForNetwork);
  return false;
}

CCurlClient *ccurl_client_create(void *context, CCurlHandler header, CCurlHandler body) {
  OCADynamicLibraryLoad(&dynamicLibrary);
  OCAReportMissingLibraries(OCALibraryForNetwork);
  return NULL;
}

void ccurl_client_destroy(CCurlClient *client) {}

bool ccurl_client_set_headers(CCurlClient *client, const char *lines) {
  return false;
}

bool ccurl_client_start(CCurlClient *client, const char *url, uint64_t offset, uint64_t end,
                        int32_t connect_milliseconds) {
  return false;
}

void ccurl_client_stop(CCurlClient *client) {}

void ccurl_client_resume(CCurlClient *client) {}

CCurlOutcome ccurl_client_step(CCurlClient *client, int32_t wait_milliseconds) {
  return CCurlOutcomeStopped;
}

void ccurl_client_wake(CCurlClient *client) {}

const char *ccurl_client_url(CCurlClient *client) {
  return NULL;
}

const char *ccurl_client_address(CCurlClient *client) {
  return NULL;
}

#endif
