#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// A connection to the session bus with the object of an MPRIS player.
///
/// One thread uses it; only OCABusWake() is for any thread.
typedef struct OCABus OCABus;

/// A message that is read or written, valid during the call that passes it.
typedef struct OCABusMessage OCABusMessage;

/// The result of a request from another program.
typedef enum OCABusOutcome {
  OCABusOutcomeDone,
  /// An argument is invalid.
  OCABusOutcomeInvalid,
  /// The player does not support the request at present.
  OCABusOutcomeUnsupported,
} OCABusOutcome;

/// The functions that answer other programs, on the thread of the connection.
typedef struct OCABusObject {
  void *context;
  /// Appends the value of a property; returns false if that fails.
  bool (*get)(void *context, const char *property, OCABusMessage *value);
  /// Reads the new value of a property.
  OCABusOutcome (*set)(void *context, const char *property, OCABusMessage *value);
  /// Reads the arguments of a method, and appends its results.
  OCABusOutcome (*call)(
      void *context, const char *method, OCABusMessage *arguments, OCABusMessage *results);
  /// Called after the answer to a method has been sent. A client must not end the process before.
  void (*didAnswer)(void *context);
} OCABusObject;

/// The parts of the object that not every player has.
typedef struct OCABusParts {
  bool hasDesktopEntry;
  bool hasTrackList;
} OCABusParts;

/// Whether the library is installed; opens it if necessary.
bool OCABusIsThere(void);

/// Creates an unconnected object; returns null if the system lacks memory or descriptors.
OCABus *_Nullable OCABusCreate(OCABusObject object);

/// Closes the connection, which releases all names, and frees the object.
void OCABusDestroy(OCABus *bus);

/// Ends the wait of OCABusStep(), or the next one. Any thread may call this.
void OCABusWake(OCABus *bus);

/// Connects to an address, or to the session bus if it is null.
///
/// Returns 0 or a negative error number.
int32_t OCABusConnect(OCABus *bus, const char *_Nullable address, OCABusParts parts);

/// Closes the connection.
void OCABusDisconnect(OCABus *bus);

/// Requests a name.
///
/// Returns 1, or 0 if another connection owns the name, or a negative error number.
int32_t OCABusTakeName(OCABus *bus, const char *name);

/// Handles all pending messages, then waits for a message, a wake, or the end of the time.
///
/// A negative time has no end. Returns 0, or a negative error number if the connection is lost.
int32_t OCABusStep(OCABus *bus, int32_t milliseconds);

/// Announces the current values of properties, whose names end with a null pointer.
///
/// Returns 0 or a negative error number.
int32_t OCABusAnnounce(
    OCABus *bus, const char *interface, const char *_Nullable const *_Nonnull properties);

/// Creates a signal of the player, whose arguments follow; returns null without memory.
OCABusMessage *_Nullable OCABusMakeSignal(OCABus *bus, const char *interface, const char *name);

/// Sends and frees a signal; returns 0 or a negative error number.
int32_t OCABusSendSignal(OCABus *bus, OCABusMessage *signal);

/// The functions that append return whether the value fits the type of the message.
///
/// A text has the type 's' or 'o'. OCABusOpen() starts an array 'a', a variant 'v' or an entry 'e'.
bool OCABusAppendText(OCABusMessage *message, char type, const char *text);
bool OCABusAppendBoolean(OCABusMessage *message, bool value);
bool OCABusAppendInteger32(OCABusMessage *message, int32_t value);
bool OCABusAppendInteger64(OCABusMessage *message, int64_t value);
bool OCABusAppendDouble(OCABusMessage *message, double value);
bool OCABusOpen(OCABusMessage *message, char type, const char *contents);
bool OCABusClose(OCABusMessage *message);

/// The functions that read return whether the message has a value of that type.
///
/// A text has the type 's' or 'o', and is null otherwise.
const char *_Nullable OCABusReadText(OCABusMessage *message, char type);
bool OCABusReadBoolean(OCABusMessage *message, bool *value);
bool OCABusReadInteger64(OCABusMessage *message, int64_t *value);
bool OCABusReadDouble(OCABusMessage *message, double *value);
/// Enters or leaves an array of a type.
bool OCABusEnterArray(OCABusMessage *message, const char *contents);
bool OCABusLeaveArray(OCABusMessage *message);

/// The folder for files that other programs read while this process runs.
///
/// The first call creates it in the runtime folder of the user, or in the folder for temporary
/// files. It is removed when the process exits. The first call also removes the folders of
/// processes that have crashed. Returns null if the folder cannot be created.
const char *_Nullable OCARuntimeFolder(void);

/// Writes a new file; returns whether all bytes are written.
bool OCARuntimeFileWrite(const char *path, const uint8_t *_Nullable bytes, int64_t count);

/// Removes a file.
void OCARuntimeFileRemove(const char *path);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
