// The state of a server and its changes: its devices, their ports, and the streams that play on
// them.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

typedef struct OCAPulseWatch OCAPulseWatch;

// The type of a port, with the values of libpulse.
typedef enum OCAPulsePortType {
  OCAPulsePortUnknown = 0,
  OCAPulsePortAux = 1,
  OCAPulsePortSpeaker = 2,
  OCAPulsePortHeadphones = 3,
  OCAPulsePortLine = 4,
  OCAPulsePortMicrophone = 5,
  OCAPulsePortHeadset = 6,
  OCAPulsePortHandset = 7,
  OCAPulsePortEarpiece = 8,
  OCAPulsePortSPDIF = 9,
  OCAPulsePortHDMI = 10,
  OCAPulsePortTV = 11,
  OCAPulsePortUSB = 14,
  OCAPulsePortBluetooth = 15,
  OCAPulsePortPortable = 16,
  OCAPulsePortHandsFree = 17,
  OCAPulsePortCar = 18,
  OCAPulsePortHiFi = 19,
  OCAPulsePortNetwork = 21,
  OCAPulsePortAnalog = 22,
} OCAPulsePortType;

// A device that plays or records. Strings are valid only during the call.
typedef struct OCAPulseDevice {
  bool isOutput;
  uint32_t index;
  const char *name;
  const char *description;
  double sampleRate;
  uint32_t channelCount;
  // The position of each channel, with the values of libpulse.
  const int32_t *channelPositions;
  // The volume of the loudest channel; 1 is the maximum without amplification.
  double volume;
  // The current latency and the configured latency of the device, in microseconds.
  uint64_t latency;
  uint64_t configuredLatency;
  // Properties; null if not set.
  const char *_Nullable formFactor;
  const char *_Nullable bus;
  bool isHardware;
} OCAPulseDevice;

// A connector of a device.
typedef struct OCAPulsePort {
  const char *name;
  const char *description;
  OCAPulsePortType type;
  // Whether the connector is known to be unplugged.
  bool isUnplugged;
  bool isActive;
} OCAPulsePort;

// A playback stream.
typedef struct OCAPulsePlayingStream {
  // Whether the stream belongs to this process, and the device that plays it.
  bool isOwn;
  uint32_t device;
  bool isCorked;
  const char *_Nullable role;
} OCAPulsePlayingStream;

// The callbacks for changes, called on the watch's thread.
//
// The order is: began, named, devices with their ports, streams, completed. If the state changes
// meanwhile, the order starts again with began.
typedef struct OCAPulseWatcher {
  void *context;
  void (*began)(void *context);
  void (*named)(void *context, const char *_Nullable output, const char *_Nullable input);
  void (*foundDevice)(void *context, const OCAPulseDevice *device);
  // Reports a port of the last device.
  void (*foundPort)(void *context, const OCAPulsePort *port);
  void (*foundStream)(void *context, const OCAPulsePlayingStream *stream);
  void (*completed)(void *context);
  // Called when no server is available; the watch keeps trying to connect.
  void (*lost)(void *context);
} OCAPulseWatcher;

// Starts watching a server, and reports every change; returns null without libpulse.
//
// - server: The address of the server, or null for libpulse's choice. The watch does not start a
//   server.
OCAPulseWatch *_Nullable OCAPulseWatchStart(
    const char *_Nullable server, const char *applicationName, OCAPulseWatcher watcher);

// Reports the complete state again.
void OCAPulseWatchRefresh(OCAPulseWatch *watch);

// Sets the volume of all channels of a sink or source, on the scale of ``OCAPulseDevice``; the
// change is reported as usual. Waits briefly for the server; returns whether it has done so.
//
// - channelCount: The reported number of channels, at least 1.
bool OCAPulseWatchSetVolume(
    OCAPulseWatch *watch, bool isOutput, const char *name, uint32_t channelCount, double volume);

// Makes a sink or source the default one; the change is reported as usual. Waits briefly for the
// server; returns whether it has done so.
bool OCAPulseWatchSetDefault(OCAPulseWatch *watch, bool isOutput, const char *name);

// Ends the watch, which then calls no callbacks.
void OCAPulseWatchStop(OCAPulseWatch *watch);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
