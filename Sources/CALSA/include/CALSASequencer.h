// A client of ALSA's sequencer through libasound, opened on first use. Requires OCA_ALSA.
//
// One thread at a time may call OCASequencerReceive, and one thread at a time the other functions.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

typedef struct OCASequencer OCASequencer;

// A port of a client.
typedef struct OCASequencerAddress {
  int32_t client;
  int32_t port;
} OCASequencerAddress;

// An event. The meaning of the values depends on the type.
typedef struct OCASequencerEvent {
  // The number of the type in ALSA.
  int32_t type;
  int32_t channel;
  // The key or the controller.
  int32_t number;
  // The velocity, or the value.
  int32_t value;
  // The sender of a received event, or the subject of an announcement.
  OCASequencerAddress source;
  // The own port that receives or sends.
  int32_t port;
  // The bytes of a system-exclusive message. Received ones are valid until the next event.
  const uint8_t *_Nullable bytes;
  int64_t byteCount;
} OCASequencerEvent;

// A port, with names that are valid until the next call for any port.
typedef struct OCASequencerPort {
  OCASequencerAddress address;
  const char *_Nullable clientName;
  const char *_Nullable name;
  // Whether other clients may receive from the port, and send to it.
  bool sends;
  bool receives;
} OCASequencerPort;

// What an own port does.
typedef enum OCASequencerPurpose {
  // Other clients receive from the port.
  OCASequencerSource,
  // Other clients send to the port.
  OCASequencerDestination,
  // The same, but hidden from the lists of other clients.
  OCASequencerHiddenSource,
  OCASequencerHiddenDestination,
} OCASequencerPurpose;

// Connects to the sequencer, or returns null without one.
OCASequencer *_Nullable OCASequencerOpen(const char *name);

// Ends the connection; no thread may use it.
void OCASequencerClose(OCASequencer *sequencer);

// Returns the number of the own client.
int32_t OCASequencerClient(OCASequencer *sequencer);

// Sets the name of the own client.
void OCASequencerSetName(OCASequencer *sequencer, const char *name);

// Makes a port, and returns its number, or a negative one.
int32_t OCASequencerAddPort(OCASequencer *sequencer, const char *name, OCASequencerPurpose purpose);

// Removes a port and its connections.
void OCASequencerRemovePort(OCASequencer *sequencer, int32_t port);

// Connects two ports, or ends their connection. Returns whether this succeeded.
bool OCASequencerConnect(OCASequencer *sequencer, OCASequencerAddress source,
                         OCASequencerAddress destination, bool isConnected);

// Sends an event from an own port now, to a port or, if it is null, to all connected ones. Returns
// whether the event was accepted.
bool OCASequencerSend(OCASequencer *sequencer, const OCASequencerEvent *event,
                      const OCASequencerAddress *_Nullable destination);

// Waits for an event; returns false if the sequencer is gone.
bool OCASequencerReceive(OCASequencer *sequencer, OCASequencerEvent *outEvent);

// Gets a port of any client; returns false if it does not exist, or is hidden.
bool OCASequencerGetPort(OCASequencer *sequencer, OCASequencerAddress address,
                         OCASequencerPort *outPort);

// Finds the next port of any client; begin with the client -1. Returns false after the last one.
bool OCASequencerNextPort(OCASequencer *sequencer, OCASequencerAddress *ioAddress);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
