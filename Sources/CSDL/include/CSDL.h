#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// A window that shows one picture. Only the thread that opened the window may use it.
typedef struct OCAWindow OCAWindow;

/// The result of a call.
enum {
  OCAWindowDone = 0,
  /// SDL is not installed, or lacks a function.
  OCAWindowLibraryMissing = 1,
  /// There is no display, or it offers no window.
  OCAWindowNoDisplay = 2,
  OCAWindowFailed = 3,
};

/// The kind of an event.
enum {
  OCAWindowNothing = 0,
  /// The user closes the window.
  OCAWindowClosing = 1,
  /// The user presses a key, or holds it.
  OCAWindowKey = 2,
  /// The window must be drawn again, perhaps with another size.
  OCAWindowDamaged = 3,
};

/// The keys without a character.
enum {
  OCAWindowKeyLeft = 0x10001,
  OCAWindowKeyRight = 0x10002,
  OCAWindowKeyUp = 0x10003,
  OCAWindowKeyDown = 0x10004,
};

/// An event of a window.
typedef struct OCAWindowEvent {
  int kind;
  /// The character of the key in ASCII, or one of the constants; 0 for other keys.
  int key;
} OCAWindowEvent;

/// Where a window shows its picture.
typedef struct OCAWindowPlace {
  /// The rectangle in pixels, before the rotation about its center.
  int x;
  int y;
  int width;
  int height;
  /// The clockwise rotation in degrees, after the reflection.
  double rotation;
  bool isFlippedHorizontally;
} OCAWindowPlace;

/// Opens the library if necessary, and a window whose content has a size in pixels.
int OCAWindowOpen(const char *title, int width, int height, OCAWindow *_Nullable *_Nonnull outWindow);

/// Sets the title.
void OCAWindowSetTitle(OCAWindow *window, const char *title);

/// Changes the size of the content, unless the window fills the screen.
void OCAWindowResize(OCAWindow *window, int width, int height);

/// Enters or leaves full screen.
void OCAWindowSetFullScreen(OCAWindow *window, bool isFullScreen);

/// Whether the window fills the screen.
bool OCAWindowIsFullScreen(OCAWindow *window);

/// Gets the size of the content in pixels.
void OCAWindowGetSize(OCAWindow *window, int *outWidth, int *outHeight);

/// Gets the size of the screen in pixels; false if it is unknown.
bool OCAWindowGetScreenSize(OCAWindow *window, int *outWidth, int *outHeight);

/// Takes over a picture: rows of 4 bytes for each pixel, blue first.
int OCAWindowSetPicture(OCAWindow *window, const uint8_t *pixels, int bytesPerRow, int width,
                        int height);

/// Removes the picture.
void OCAWindowClearPicture(OCAWindow *window);

/// Draws the picture on black, and shows it.
void OCAWindowDraw(OCAWindow *window, const OCAWindowPlace *place);

/// Waits for the next event at most a number of milliseconds.
void OCAWindowNextEvent(OCAWindow *window, int milliseconds, OCAWindowEvent *outEvent);

/// Ends the wait for an event; any thread may call it while a window is open.
void OCAWindowWake(void);

/// Closes the window.
void OCAWindowClose(OCAWindow *window);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
