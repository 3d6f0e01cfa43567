#include "CClient.h"

#include <AudioToolbox/AudioToolbox.h>

CClientFacts CClientOpen(const char *path) {
  CClientFacts facts = {0};
  CFURLRef url = CFURLCreateFromFileSystemRepresentation(
      kCFAllocatorDefault, (const UInt8 *)path, (CFIndex)strlen(path), false);
  AudioFileID file = 0;
  facts.status = AudioFileOpenURL(url, kAudioFileReadPermission, 0, &file);
  CFRelease(url);
  if (facts.status != noErr) return facts;

  AudioStreamBasicDescription format;
  UInt32 size = sizeof format;
  if (AudioFileGetProperty(file, kAudioFilePropertyDataFormat, &size, &format) == noErr) {
    facts.sampleRate = format.mSampleRate;
  }
  UInt64 count = 0;
  size = sizeof count;
  if (AudioFileGetProperty(file, kAudioFilePropertyAudioDataPacketCount, &size, &count) == noErr) {
    facts.packetCount = count;
  }
  static char buffer[1 << 16];
  UInt32 bytes = sizeof buffer;
  UInt32 packets = 1;
  AudioStreamPacketDescription description;
  facts.readStatus =
      AudioFileReadPacketData(file, false, &bytes, &description, 0, &packets, buffer);
  facts.firstPacketSize = bytes;
  CFDictionaryRef info = 0;
  size = sizeof info;
  if (AudioFileGetProperty(file, kAudioFilePropertyInfoDictionary, &size, &info) == noErr) {
    facts.infoCount = CFDictionaryGetCount(info);
    CFRelease(info);
  }
  facts.closeStatus = AudioFileClose(file);
  return facts;
}

static void listen(
    void *client, AudioFileStreamID stream, AudioFileStreamPropertyID property,
    AudioFileStreamPropertyFlags *flags) {
  (void)client;
  (void)stream;
  (void)property;
  (void)flags;
}

static void take(
    void *client, UInt32 bytes, UInt32 packets, const void *data,
    AudioStreamPacketDescription *descriptions) {
  (void)bytes;
  (void)data;
  (void)descriptions;
  *(long *)client += packets;
}

long CClientParse(const uint8_t *bytes, long count, long pieceSize) {
  long packets = 0;
  AudioFileStreamID stream = 0;
  if (AudioFileStreamOpen(&packets, listen, take, 0, &stream) != noErr) return -1;
  for (long start = 0; start < count; start += pieceSize) {
    long size = count - start < pieceSize ? count - start : pieceSize;
    if (AudioFileStreamParseBytes(stream, (UInt32)size, bytes + start, 0) != noErr) return -1;
  }
  if (AudioFileStreamParseBytes(stream, 0, 0, 0) != noErr) return -1;
  if (AudioFileStreamClose(stream) != noErr) return -1;
  return packets;
}

// The test passes null for these nonnull arguments on purpose.
#pragma clang diagnostic ignored "-Wnonnull"

static OSStatus readNothing(void *client, SInt64 at, UInt32 requested, void *to, UInt32 *count) {
  (void)client;
  (void)at;
  (void)requested;
  (void)to;
  *count = 0;
  return noErr;
}

static SInt64 sizeOfNothing(void *client) {
  (void)client;
  return 0;
}

int CClientPassNull(void) {
  AudioFileID file = 0;
  AudioFileStreamID stream = 0;
  UInt32 size = 4;
  UInt32 value = 0;
  SInt64 offset = 0;
  AudioFileStreamSeekFlags flags = 0;
  void *client = &value;
  CFStringRef name = 0;
  AudioComponentDescription description = {0};
  if (AudioComponentFindNext(0, 0) || AudioComponentCount(0)) return -1;
  const OSStatus statuses[] = {
    AudioFileOpenURL(0, kAudioFileReadPermission, 0, &file),
    AudioFileOpenWithCallbacks(client, 0, 0, sizeOfNothing, 0, 0, &file),
    AudioFileOpenWithCallbacks(client, readNothing, 0, 0, 0, 0, &file),
    AudioFileOpenWithCallbacks(client, readNothing, 0, sizeOfNothing, 0, 0, 0),
    AudioFileClose(0),
    AudioFileGetPropertyInfo(0, kAudioFilePropertyFileFormat, &size, &value),
    AudioFileGetProperty(0, kAudioFilePropertyFileFormat, &size, &value),
    AudioFileGetProperty((AudioFileID)16, kAudioFilePropertyFileFormat, 0, &value),
    AudioFileGetProperty((AudioFileID)16, kAudioFilePropertyFileFormat, &size, 0),
    AudioFileReadBytes((AudioFileID)16, false, 0, 0, &value),
    AudioFileReadBytes((AudioFileID)16, false, 0, &size, 0),
    AudioFileReadPacketData((AudioFileID)16, false, 0, 0, 0, &size, &value),
    AudioFileReadPacketData((AudioFileID)16, false, &size, 0, 0, 0, &value),
    AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_ReadableTypes, 0, 0, 0),
    AudioFileGetGlobalInfo(kAudioFileGlobalInfo_ReadableTypes, 0, 0, 0, &value),
    AudioFileGetGlobalInfo(kAudioFileGlobalInfo_ReadableTypes, 0, 0, &size, 0),
    AudioFileStreamOpen(client, 0, take, 0, &stream),
    AudioFileStreamOpen(client, listen, 0, 0, &stream),
    AudioFileStreamOpen(client, listen, take, 0, 0),
    AudioFileStreamParseBytes(0, 4, &value, 0),
    AudioFileStreamSeek(0, 0, &offset, &flags),
    AudioFileStreamSeek((AudioFileStreamID)16, 0, 0, &flags),
    AudioFileStreamSeek((AudioFileStreamID)16, 0, &offset, 0),
    AudioFileStreamGetPropertyInfo(0, kAudioFileStreamProperty_FileFormat, &size, 0),
    AudioFileStreamGetProperty(0, kAudioFileStreamProperty_FileFormat, &size, &value),
    AudioFileStreamGetProperty((AudioFileStreamID)16, 'ffmt', 0, &value),
    AudioFileStreamGetProperty((AudioFileStreamID)16, 'ffmt', &size, 0),
    AudioFileStreamClose(0),
    AudioComponentCopyName(0, &name),
    AudioComponentCopyName((AudioComponent)16, 0),
    AudioComponentGetDescription(0, &description),
    AudioComponentGetDescription((AudioComponent)16, 0),
    AudioComponentGetVersion(0, &value),
    AudioComponentGetVersion((AudioComponent)16, 0),
    AudioComponentInstanceNew((AudioComponent)16, 0),
    AudioComponentInstanceDispose(0),
    AudioUnitInitialize(0),
    AudioUnitGetProperty((AudioUnit)16, kAudioUnitProperty_Latency, 0, 0, 0, &size),
    AudioUnitGetParameter((AudioUnit)16, 0, 0, 0, 0),
    AudioUnitScheduleParameters((AudioUnit)16, 0, 1),
    AudioUnitRender(0, 0, 0, 0, 16, 0),
    AudioUnitAddRenderNotify((AudioUnit)16, 0, 0),
    AudioUnitAddPropertyListener((AudioUnit)16, 0, 0, 0),
    AudioOutputUnitStart(0),
    NewAUGraph(0),
    DisposeAUGraph(0),
    AUGraphAddNode((AUGraph)16, 0, 0),
    AUGraphOpen(0),
  };
  for (unsigned index = 0; index < sizeof statuses / sizeof *statuses; index += 1) {
    if (statuses[index] != kAudio_ParamError) return (int)index + 1;
  }
  return 0;
}

static OSStatus ramp(
    void *context, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus,
    UInt32 count, AudioBufferList *list) {
  SInt16 *samples = list->mBuffers[0].mData;
  for (UInt32 index = 0; index < count; index += 1) {
    samples[index] = (SInt16)(*(SInt16 *)context + index);
  }
  return *flags == 0 && time->mSampleTime == 7 && bus == 0 ? noErr : -1;
}

int CClientRenderUnit(int count, float *samples) {
  AudioComponentDescription description = {
      kAudioUnitType_Output, kAudioUnitSubType_GenericOutput, kAudioUnitManufacturer_Apple, 0, 0};
  AudioUnit unit = 0;
  OSStatus status = AudioComponentInstanceNew(AudioComponentFindNext(0, &description), &unit);
  if (status) return status;
  SInt16 first = 100;
  AURenderCallbackStruct callback = {ramp, &first};
  AudioStreamBasicDescription format = {
      44100, kAudioFormatLinearPCM,
      kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, 2, 1, 2, 1, 16, 0};
  AudioTimeStamp time = {0};
  time.mSampleTime = 7;
  time.mFlags = kAudioTimeStampSampleTimeValid;
  AudioBufferList list = {1, {{1, (UInt32)count * 4, samples}}};
  status = AudioUnitSetProperty(
      unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &format, sizeof format);
  if (!status) {
    status = AudioUnitSetProperty(
        unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback,
        sizeof callback);
  }
  if (!status) status = AudioUnitInitialize(unit);
  if (!status) status = AudioUnitRender(unit, 0, &time, 0, (UInt32)count, &list);
  OSStatus end = AudioComponentInstanceDispose(unit);
  return status ? status : end;
}
