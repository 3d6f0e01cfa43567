#include "CCurl.h"

#if defined(OCA_HTTP) && __has_include(<curl/curl.h>)

#include <CDynamicLibrary.h>

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The functions in use, with the types from the library's header.
#define FUNCTIONS(USE)                                                                              \
  USE(curl_global_init) USE(curl_slist_append) USE(curl_slist_free_all)                             \
  USE(curl_easy_init) USE(curl_easy_setopt) USE(curl_easy_getinfo) USE(curl_easy_pause)             \
  USE(curl_easy_reset) USE(curl_easy_cleanup)                                                       \
  USE(curl_multi_init) USE(curl_multi_add_handle) USE(curl_multi_remove_handle)                     \
  USE(curl_multi_perform) USE(curl_multi_poll) USE(curl_multi_wakeup) USE(curl_multi_info_read)     \
  USE(curl_multi_cleanup)

#define DECLARE(name) __typeof__(name) *name##_call;
static struct { FUNCTIONS(DECLARE) } library;
#define ENTRY(name) {#name, (void **)&library.name##_call},
static const OCADynamicFunction functions[] = {FUNCTIONS(ENTRY){NULL, NULL}};

static bool prepare(void) {
  return library.curl_global_init_call(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

static OCADynamicLibrary dynamicLibrary = {
    .name = "libcurl.so.4",
    .package = "libcurl4",
    .purpose = OCALibraryForNetwork,
    .functions = functions,
    .prepare = prepare,
};

bool ccurl_is_available(void) {
  if (OCADynamicLibraryLoad(&dynamicLibrary)) return true;
  OCAReportMissingLibraries(OCALibraryForNetwork);
  return false;
}

struct CCurlClient {
  CURLM *multi;
  CURL *easy;
  struct curl_slist *headers;
  struct curl_slist *aliases;
  void *context;
  CCurlHandler header;
  CCurlHandler body;
  bool active;
};

static size_t handle_header(char *bytes, size_t size, size_t count, void *user) {
  CCurlClient *client = user;
  CCurlAnswer answer = client->header(client->context, (const uint8_t *)bytes, size * count);
  return answer == CCurlAnswerTaken ? size * count : 0;
}

static size_t handle_body(char *bytes, size_t size, size_t count, void *user) {
  CCurlClient *client = user;
  switch (client->body(client->context, (const uint8_t *)bytes, size * count)) {
  case CCurlAnswerTaken: return size * count;
  case CCurlAnswerPause: return CURL_WRITEFUNC_PAUSE;
  default: return 0;
  }
}

CCurlClient *ccurl_client_create(void *context, CCurlHandler header, CCurlHandler body) {
  if (!ccurl_is_available()) return NULL;
  CCurlClient *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  client->context = context;
  client->header = header;
  client->body = body;
  client->multi = library.curl_multi_init_call();
  client->easy = library.curl_easy_init_call();
  // The status line of SHOUTcast servers.
  client->aliases = library.curl_slist_append_call(NULL, "ICY 200");
  bool has_headers = ccurl_client_set_headers(client, "");
  if (client->multi && client->easy && has_headers && client->aliases) return client;
  ccurl_client_destroy(client);
  return NULL;
}

void ccurl_client_destroy(CCurlClient *client) {
  if (!client) return;
  ccurl_client_stop(client);
  if (client->easy) library.curl_easy_cleanup_call(client->easy);
  if (client->multi) library.curl_multi_cleanup_call(client->multi);
  library.curl_slist_free_all_call(client->headers);
  library.curl_slist_free_all_call(client->aliases);
  free(client);
}

/// Allows only HTTP and HTTPS, including after redirects.
static bool restrict_protocols(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
  const char *protocols = "http,https";
  const CURLoption wanted = CURLOPT_PROTOCOLS_STR, redirected = CURLOPT_REDIR_PROTOCOLS_STR;
#else
  const long protocols = CURLPROTO_HTTP | CURLPROTO_HTTPS;
  const CURLoption wanted = CURLOPT_PROTOCOLS, redirected = CURLOPT_REDIR_PROTOCOLS;
#endif
  return library.curl_easy_setopt_call(easy, wanted, protocols) == CURLE_OK &&
         library.curl_easy_setopt_call(easy, redirected, protocols) == CURLE_OK;
}

/// Sets the authentication methods and the trusted certificates.
static bool set_trust(CURL *easy) {
  // Used if the URL has a name and a password; the server's challenge decides.
  const long methods = CURLAUTH_BASIC | CURLAUTH_DIGEST;
  if (library.curl_easy_setopt_call(easy, CURLOPT_HTTPAUTH, methods) != CURLE_OK) return false;
  // The variable that OpenSSL and the curl tool also read.
  const char *certificates = getenv("SSL_CERT_FILE");
  return !certificates || !*certificates ||
         library.curl_easy_setopt_call(easy, CURLOPT_CAINFO, certificates) == CURLE_OK;
}

/// Requests the bytes before `end`, or all bytes to the end if it is 0.
static bool set_range(CURL *easy, uint64_t offset, uint64_t end) {
  if (offset == 0 && end == 0) return true;
  char range[48];
  if (end > offset) {
    snprintf(range, sizeof range, "%llu-%llu", (unsigned long long)offset,
             (unsigned long long)(end - 1));
  } else {
    snprintf(range, sizeof range, "%llu-", (unsigned long long)offset);
  }
  return library.curl_easy_setopt_call(easy, CURLOPT_RANGE, range) == CURLE_OK;
}

bool ccurl_client_start(CCurlClient *client, const char *url, uint64_t offset, uint64_t end,
                        int32_t connect_milliseconds) {
  ccurl_client_stop(client);
  CURL *easy = client->easy;
  bool good = true;
#define SET(option, value) \
  good = good && library.curl_easy_setopt_call(easy, option, value) == CURLE_OK
  library.curl_easy_reset_call(easy);
  SET(CURLOPT_URL, url);
  good = good && restrict_protocols(easy);
#if LIBCURL_VERSION_NUM >= 0x075700
  // A pending name lookup does not delay the end.
  SET(CURLOPT_QUICK_EXIT, 1L);
#endif
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_FOLLOWLOCATION, 1L);
  SET(CURLOPT_MAXREDIRS, 10L);
  // A proxy's own answer is not the server's.
  SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  SET(CURLOPT_CONNECTTIMEOUT_MS, (long)connect_milliseconds);
  good = good && set_trust(easy);
  SET(CURLOPT_USERAGENT, "OpenCoreAudio");
  SET(CURLOPT_HTTPHEADER, client->headers);
  SET(CURLOPT_HTTP200ALIASES, client->aliases);
  SET(CURLOPT_HEADERFUNCTION, handle_header);
  SET(CURLOPT_HEADERDATA, client);
  SET(CURLOPT_WRITEFUNCTION, handle_body);
  SET(CURLOPT_WRITEDATA, client);
#undef SET
  good = good && set_range(easy, offset, end);
  client->active =
      good && library.curl_multi_add_handle_call(client->multi, easy) == CURLM_OK;
  return client->active;
}

bool ccurl_client_set_headers(CCurlClient *client, const char *lines) {
  // Requests titles between the audio bytes from radio servers; other servers ignore it.
  struct curl_slist *list = library.curl_slist_append_call(NULL, "Icy-MetaData: 1");
  while (list && *lines) {
    size_t length = strcspn(lines, "\n");
    char *line = strndup(lines, length);
    struct curl_slist *longer = line ? library.curl_slist_append_call(list, line) : NULL;
    free(line);
    if (!longer) break;
    list = longer;
    lines += length;
    if (*lines) lines++;
  }
  if (!list || *lines) {
    library.curl_slist_free_all_call(list);
    return false;
  }
  library.curl_slist_free_all_call(client->headers);
  client->headers = list;
  return true;
}

void ccurl_client_stop(CCurlClient *client) {
  if (client->active) library.curl_multi_remove_handle_call(client->multi, client->easy);
  client->active = false;
}

void ccurl_client_resume(CCurlClient *client) {
  if (client->active) library.curl_easy_pause_call(client->easy, CURLPAUSE_CONT);
}

static CCurlOutcome outcome(CCurlClient *client, CURLcode code) {
  long status = 0, connections = 0;
  switch (code) {
  case CURLE_OK: return CCurlOutcomeComplete;
  case CURLE_WRITE_ERROR: return CCurlOutcomeStopped;
  case CURLE_COULDNT_RESOLVE_HOST:
  case CURLE_COULDNT_RESOLVE_PROXY: return CCurlOutcomeHostNotFound;
  case CURLE_COULDNT_CONNECT: return CCurlOutcomeNoConnection;
  case CURLE_OPERATION_TIMEDOUT: return CCurlOutcomeTimedOut;
  case CURLE_TOO_MANY_REDIRECTS: return CCurlOutcomeTooManyRedirects;
  case CURLE_URL_MALFORMAT: return CCurlOutcomeUnsupportedURL;
  case CURLE_UNSUPPORTED_PROTOCOL:
    // Also the result for a server that does not speak HTTP: then a connection exists, but no
    // status.
    library.curl_easy_getinfo_call(client->easy, CURLINFO_RESPONSE_CODE, &status);
    library.curl_easy_getinfo_call(client->easy, CURLINFO_NUM_CONNECTS, &connections);
    return connections > 0 && status == 0 ? CCurlOutcomeCut : CCurlOutcomeUnsupportedURL;
  case CURLE_SSL_CONNECT_ERROR:
  case CURLE_SSL_CERTPROBLEM:
  case CURLE_SSL_CIPHER:
  case CURLE_PEER_FAILED_VERIFICATION:
  case CURLE_SSL_CACERT_BADFILE:
  case CURLE_SSL_CRL_BADFILE:
  case CURLE_SSL_ISSUER_ERROR:
  case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
  case CURLE_SSL_INVALIDCERTSTATUS: return CCurlOutcomeNotSecure;
  default: return CCurlOutcomeCut;
  }
}

CCurlOutcome ccurl_client_step(CCurlClient *client, int32_t wait_milliseconds) {
  int running = 0, left = 0;
  library.curl_multi_perform_call(client->multi, &running);
  CURLMsg *message;
  while ((message = library.curl_multi_info_read_call(client->multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    CCurlOutcome result = outcome(client, message->data.result);
    ccurl_client_stop(client);
    return result;
  }
  library.curl_multi_poll_call(client->multi, NULL, 0, wait_milliseconds, NULL);
  return client->active ? CCurlOutcomeRunning : CCurlOutcomeNone;
}

void ccurl_client_wake(CCurlClient *client) {
  library.curl_multi_wakeup_call(client->multi);
}

const char *ccurl_client_url(CCurlClient *client) {
  char *url = NULL;
  library.curl_easy_getinfo_call(client->easy, CURLINFO_EFFECTIVE_URL, &url);
  return url;
}

const char *ccurl_client_address(CCurlClient *client) {
  char *address = NULL;
  library.curl_easy_getinfo_call(client->easy, CURLINFO_PRIMARY_IP, &address);
  return address && *address ? address : NULL;
}

#endif
