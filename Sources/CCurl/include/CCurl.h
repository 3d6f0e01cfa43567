#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One HTTP transfer at a time over libcurl, which is opened on first use.
//
// All functions but ccurl_client_wake must be called on one thread, on which the handlers are called, too.

typedef struct CCurlClient CCurlClient;

/// How far a transfer has come, or why it stopped.
typedef enum CCurlOutcome : int32_t {
  CCurlOutcomeNone,
  CCurlOutcomeRunning,
  CCurlOutcomeComplete,
  CCurlOutcomeStopped,
  CCurlOutcomeHostNotFound,
  CCurlOutcomeNoConnection,
  CCurlOutcomeTimedOut,
  CCurlOutcomeNotSecure,
  CCurlOutcomeTooManyRedirects,
  CCurlOutcomeUnsupportedURL,
  CCurlOutcomeCut,
} CCurlOutcome;

/// What to do with bytes that have come.
typedef enum CCurlAnswer : int32_t {
  CCurlAnswerTaken,
  CCurlAnswerPause,
  CCurlAnswerStop,
} CCurlAnswer;

/// Receives one header line with its line end, or a piece of the body.
typedef CCurlAnswer (*CCurlHandler)(void *context, const uint8_t *bytes, size_t count);

/// Whether libcurl is built in and could be opened.
bool ccurl_is_available(void);

/// Returns null where there is no libcurl or no memory.
CCurlClient *ccurl_client_create(void *context, CCurlHandler header, CCurlHandler body);
void ccurl_client_destroy(CCurlClient *client);

/// Begins to get `url` from byte `offset` on, in place of what was being got.
bool ccurl_client_start(CCurlClient *client, const char *url, uint64_t offset,
                        int32_t connect_milliseconds);
void ccurl_client_stop(CCurlClient *client);

/// Goes on after CCurlAnswerPause; calls the body's handler before it returns.
void ccurl_client_resume(CCurlClient *client);

/// Does what can be done at once, then waits for the network, for ccurl_client_wake or for the time to
/// pass. An outcome that is neither none nor running is told once.
CCurlOutcome ccurl_client_step(CCurlClient *client, int32_t wait_milliseconds);

/// Ends the wait of a step, from any thread.
void ccurl_client_wake(CCurlClient *client);

/// The URL after redirects, or null; valid until the next start.
const char *ccurl_client_url(CCurlClient *client);

#endif
