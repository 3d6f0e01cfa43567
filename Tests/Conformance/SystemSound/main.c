// A published program for Apple's systems that plays a system sound from a file two folders up.
#include <AudioToolbox/AudioToolbox.h>
#include <CoreFoundation/CoreFoundation.h>

// Called when the sound is finished playing.
static void MyCompletionCallback(SystemSoundID mySSID, void *myURLRef) {
  AudioServicesDisposeSystemSoundID(mySSID);
  CFRelease(myURLRef);
  CFRunLoopStop(CFRunLoopGetCurrent());
}

int main(void) {
  SystemSoundID mySSID;
  CFURLRef myURLRef;
  myURLRef = CFURLCreateWithFileSystemPath(
      kCFAllocatorDefault, CFSTR("../../ComedyHorns.aif"), kCFURLPOSIXPathStyle, FALSE);

  OSStatus error = AudioServicesCreateSystemSoundID(myURLRef, &mySSID);
  if (error != noErr)
    return 1;

  AudioServicesAddSystemSoundCompletion(
      mySSID, NULL, NULL, MyCompletionCallback, (void *)myURLRef);

  AudioServicesPlaySystemSound(mySSID);

  // Keeps the program running until the callback stops this run loop.
  CFRunLoopRun();
  return 0;
}
