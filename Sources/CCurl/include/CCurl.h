#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One HTTP transfer at a time through libcurl, which is opened on first use.
//
// Call all functions except ccurl_client_wake on one thread, which also calls the handlers.

typedef struct CCurlClient CCurlClient;

/// The state of a transfer, or the reason for its end.
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

/// The handling of received bytes.
typedef enum CCurlAnswer : int32_t {
  CCurlAnswerTaken,
  CCurlAnswerPause,
  CCurlAnswerStop,
} CCurlAnswer;

/// Receives a header line with its line ending, or a piece of the body.
typedef CCurlAnswer (*CCurlHandler)(void *context, const uint8_t *bytes, size_t count);

/// Whether this build uses libcurl, and the library can be opened.
bool ccurl_is_available(void);

/// Creates a client; returns null if libcurl is unavailable or memory is short.
CCurlClient *ccurl_client_create(void *context, CCurlHandler header, CCurlHandler body);
void ccurl_client_destroy(CCurlClient *client);

/// Sets the header lines of the next requests, separated by newlines.
bool ccurl_client_set_headers(CCurlClient *client, const char *lines);

/// Starts to load `url` from byte `offset`, and replaces the current transfer.
///
/// Requests the bytes before `end`, or all bytes to the end if it is 0.
bool ccurl_client_start(CCurlClient *client, const char *url, uint64_t offset, uint64_t end,
                        int32_t connect_milliseconds);
void ccurl_client_stop(CCurlClient *client);

/// Continues after CCurlAnswerPause; calls the body handler before it returns.
void ccurl_client_resume(CCurlClient *client);

/// Handles pending events, then waits for the network, for ccurl_client_wake, or for the time
/// limit.
///
/// Each outcome other than none and running is reported once.
CCurlOutcome ccurl_client_step(CCurlClient *client, int32_t wait_milliseconds);

/// Ends the wait of a step; any thread may call it.
void ccurl_client_wake(CCurlClient *client);

/// Returns the URL after redirects, or null; valid until the next start.
const char *ccurl_client_url(CCurlClient *client);

/// Returns the numeric address of the server, or null; valid until the next start.
const char *ccurl_client_address(CCurlClient *client);

#endif
