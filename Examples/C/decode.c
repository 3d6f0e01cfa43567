// Decodes a file to Float32 and prints a summary. Builds without SwiftPM, after `make install`:
//
//     cc decode.c -o decode $(pkg-config --cflags --libs audiotoolbox) -lm
//     ./decode song.m4a

#include <AudioToolbox/AudioToolbox.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(OSStatus status, const char *what) {
  if (status == noErr) return;
  fprintf(stderr, "%s failed: %d\n", what, (int)status);
  exit(1);
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: decode FILE\n");
    return 2;
  }
  CFURLRef url = CFURLCreateFromFileSystemRepresentation(
      NULL, (const UInt8 *)argv[1], (CFIndex)strlen(argv[1]), false);
  ExtAudioFileRef file = NULL;
  check(ExtAudioFileOpenURL(url, &file), "opening the file");
  CFRelease(url);

  AudioStreamBasicDescription format = {0};
  UInt32 size = sizeof format;
  check(ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileDataFormat, &size, &format),
        "reading the format");
  printf("%u channels at %g Hz\n", (unsigned)format.mChannelsPerFrame, format.mSampleRate);

  // The client format: interleaved Float32 at the file's rate.
  const UInt32 channels = format.mChannelsPerFrame;
  AudioStreamBasicDescription client = {
      .mSampleRate = format.mSampleRate,
      .mFormatID = kAudioFormatLinearPCM,
      .mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked,
      .mBytesPerPacket = (UInt32)sizeof(float) * channels,
      .mFramesPerPacket = 1,
      .mBytesPerFrame = (UInt32)sizeof(float) * channels,
      .mChannelsPerFrame = channels,
      .mBitsPerChannel = 32,
  };
  check(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, sizeof client, &client),
        "setting the format of the samples");

  enum { frameCapacity = 8192 };
  float *samples = malloc(frameCapacity * client.mBytesPerFrame);
  if (samples == NULL) return 1;
  unsigned long long total = 0;
  float peak = 0;
  for (;;) {
    AudioBufferList list = {
        .mNumberBuffers = 1,
        .mBuffers = {{.mNumberChannels = channels,
                      .mDataByteSize = frameCapacity * client.mBytesPerFrame,
                      .mData = samples}},
    };
    UInt32 frames = frameCapacity;
    check(ExtAudioFileRead(file, &frames, &list), "decoding");
    if (frames == 0) break;
    for (UInt32 index = 0; index < frames * channels; index++) {
      const float level = fabsf(samples[index]);
      if (level > peak) peak = level;
    }
    total += frames;
  }
  printf("%llu frames, peak %.4f\n", total, peak);
  free(samples);
  check(ExtAudioFileDispose(file), "closing the file");
  return 0;
}
