// What a server has, and what changes: its devices, their ports, and who plays on them.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

typedef struct OCAPulseWatch OCAPulseWatch;

// What a port leads to, by the numbers of libpulse.
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

// Something that plays or records. Strings are there for the call only.
typedef struct OCAPulseDevice {
  bool isOutput;
  uint32_t index;
  const char *name;
  const char *description;
  double sampleRate;
  uint32_t channelCount;
  // One for each channel, by the numbers of libpulse.
  const int32_t *channelPositions;
  // Of the loudest channel, 1 for as loud as it goes without making samples louder.
  double volume;
  // What is on its way in the device, and what it is set up for, in microseconds.
  uint64_t latency;
  uint64_t configuredLatency;
  // Properties, null where they are not set.
  const char *_Nullable formFactor;
  const char *_Nullable bus;
  bool isHardware;
} OCAPulseDevice;

// A place of a device where something is plugged in.
typedef struct OCAPulsePort {
  const char *name;
  const char *description;
  OCAPulsePortType type;
  // Whether it is known that nothing is plugged in.
  bool isUnplugged;
  bool isActive;
} OCAPulsePort;

// A stream that plays.
typedef struct OCAPulsePlayingStream {
  // Whether it is one of this process, and on which device it plays.
  bool isOwn;
  uint32_t device;
  bool isCorked;
  const char *_Nullable role;
} OCAPulsePlayingStream;

// Who is told, on the watch's thread: began, named, devices each with its ports, streams, completed; or
// began again where something has changed meanwhile.
typedef struct OCAPulseWatcher {
  void *context;
  void (*began)(void *context);
  void (*named)(void *context, const char *_Nullable output, const char *_Nullable input);
  void (*foundDevice)(void *context, const OCAPulseDevice *device);
  // Of the device told last.
  void (*foundPort)(void *context, const OCAPulsePort *port);
  void (*foundStream)(void *context, const OCAPulsePlayingStream *stream);
  void (*completed)(void *context);
  // There is no server; looks for one until it is there.
  void (*lost)(void *context);
} OCAPulseWatcher;

// Starts to watch a server, which is told whenever something changes; null where there is no libpulse.
//
// server: its address, or null for the one that libpulse finds. None is started.
OCAPulseWatch *_Nullable OCAPulseWatchStart(
    const char *_Nullable server, const char *applicationName, OCAPulseWatcher watcher);

// Has all told again.
void OCAPulseWatchRefresh(OCAPulseWatch *watch);

// Sets the volume of all channels of a source, as ``OCAPulseDevice``'s; what there is then is told as any change is.
//
// channelCount: how many channels it was told to have, at least 1.
void OCAPulseWatchSetInputVolume(
    OCAPulseWatch *watch, const char *name, uint32_t channelCount, double volume);

// Ends it; nothing is told afterwards.
void OCAPulseWatchStop(OCAPulseWatch *watch);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
