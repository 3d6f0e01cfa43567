// The only file that uses SDL. The first window loads its functions.

#if defined(OCA_VIDEO) && __has_include(<SDL2/SDL.h>)

#include "CSDL.h"
#include "WindowManager.h"

#include <CDynamicLibrary.h>
#include <SDL2/SDL.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(use)                                                                             \
  use(SetHint) use(InitSubSystem) use(QuitSubSystem) use(CreateWindow) use(DestroyWindow)          \
  use(SetWindowTitle) use(SetWindowSize) use(SetWindowFullscreen) use(GetWindowFlags)              \
  use(GetWindowSize) use(GetWindowPosition) use(SetWindowPosition) use(GetCurrentVideoDriver)      \
  use(GetWindowDisplayIndex) use(GetDisplayBounds) use(GetDisplayUsableBounds)                     \
  use(GetRendererOutputSize)                                                                       \
  use(CreateRenderer) use(DestroyRenderer) use(CreateTexture) use(DestroyTexture)                  \
  use(UpdateTexture) use(SetRenderDrawColor) use(RenderClear) use(RenderCopyEx)                    \
  use(RenderPresent) use(WaitEventTimeout) use(PushEvent)

static struct {
#define DECLARE(name) __typeof__(&SDL_##name) name;
  FUNCTIONS(DECLARE)
} library;

#define ENTRY(name) {"SDL_" #name, (void **)&library.name},
static const OCADynamicFunction functions[] = {FUNCTIONS(ENTRY){NULL, NULL}};

static OCADynamicLibrary dynamicLibrary = {
    .name = "libSDL2-2.0.so.0",
    .package = "libsdl2-2.0-0",
    .purpose = OCALibraryForFilms,
    .functions = functions,
};

struct OCAWindow {
  SDL_Window *window;
  SDL_Renderer *renderer;
  SDL_Texture *texture;
  int textureWidth;
  int textureHeight;
  /// Whether the window fills the screen without a window manager, and its place before that.
  bool coversScreen;
  SDL_Rect place;
};

static int openWindow(OCAWindow *window, const char *title, int width, int height) {
  const int anywhere = SDL_WINDOWPOS_UNDEFINED;
  window->window = library.CreateWindow(title, anywhere, anywhere, width, height,
                                        SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  if (window->window == NULL) return OCAWindowNoDisplay;
  window->renderer = library.CreateRenderer(window->window, -1, 0);
  if (window->renderer == NULL)
    window->renderer = library.CreateRenderer(window->window, -1, SDL_RENDERER_SOFTWARE);
  return window->renderer == NULL ? OCAWindowFailed : OCAWindowDone;
}

int OCAWindowOpen(const char *title, int width, int height, OCAWindow **outWindow) {
  if (!OCADynamicLibraryLoad(&dynamicLibrary)) {
    OCAReportMissingLibraries(OCALibraryForFilms);
    return OCAWindowLibraryMissing;
  }
  // Signals belong to the program.
  library.SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  // Scales pictures smoothly in windows of another size.
  library.SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
  if (library.InitSubSystem(SDL_INIT_VIDEO) != 0) return OCAWindowNoDisplay;
  OCAWindow *window = calloc(1, sizeof *window);
  if (window == NULL) {
    library.QuitSubSystem(SDL_INIT_VIDEO);
    return OCAWindowFailed;
  }
  const int status = openWindow(window, title, width, height);
  if (status != OCAWindowDone) {
    OCAWindowClose(window);
    return status;
  }
  *outWindow = window;
  return OCAWindowDone;
}

void OCAWindowSetTitle(OCAWindow *window, const char *title) {
  library.SetWindowTitle(window->window, title);
}

void OCAWindowResize(OCAWindow *window, int width, int height) {
  if (!OCAWindowIsFullScreen(window)) library.SetWindowSize(window->window, width, height);
}

/// Whether SDL's full screen would have no effect, because it is a request to a window manager.
static bool lacksManager(void) {
  const char *driver = library.GetCurrentVideoDriver();
  return driver != NULL && strcmp(driver, "x11") == 0 && !OCAWindowManagerExists();
}

static void setPlace(OCAWindow *window, SDL_Rect place) {
  library.SetWindowPosition(window->window, place.x, place.y);
  library.SetWindowSize(window->window, place.w, place.h);
}

/// Gives the window the size of the screen.
static void coverScreen(OCAWindow *window) {
  SDL_Rect screen;
  const int display = library.GetWindowDisplayIndex(window->window);
  if (display < 0 || library.GetDisplayBounds(display, &screen) != 0) return;
  library.GetWindowPosition(window->window, &window->place.x, &window->place.y);
  library.GetWindowSize(window->window, &window->place.w, &window->place.h);
  setPlace(window, screen);
  window->coversScreen = true;
}

void OCAWindowSetFullScreen(OCAWindow *window, bool isFullScreen) {
  if (window->coversScreen) {
    if (!isFullScreen) setPlace(window, window->place);
    window->coversScreen = isFullScreen;
  } else if (isFullScreen && lacksManager()) {
    coverScreen(window);
  } else {
    library.SetWindowFullscreen(window->window, isFullScreen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
  }
}

bool OCAWindowIsFullScreen(OCAWindow *window) {
  if (window->coversScreen) return true;
  return (library.GetWindowFlags(window->window) & SDL_WINDOW_FULLSCREEN) != 0;
}

void OCAWindowGetSize(OCAWindow *window, int *outWidth, int *outHeight) {
  *outWidth = *outHeight = 0;
  library.GetRendererOutputSize(window->renderer, outWidth, outHeight);
}

bool OCAWindowGetScreenSize(OCAWindow *window, int *outWidth, int *outHeight) {
  SDL_Rect bounds = {0, 0, 0, 0};
  const int display = library.GetWindowDisplayIndex(window->window);
  if (display < 0 || library.GetDisplayUsableBounds(display, &bounds) != 0) return false;
  *outWidth = bounds.w;
  *outHeight = bounds.h;
  return bounds.w > 0 && bounds.h > 0;
}

int OCAWindowSetPicture(OCAWindow *window, const uint8_t *pixels, int bytesPerRow, int width,
                        int height) {
  if (window->texture == NULL || width != window->textureWidth || height != window->textureHeight) {
    OCAWindowClearPicture(window);
    // The bytes of this format are blue, green and red in memory.
    window->texture = library.CreateTexture(window->renderer, SDL_PIXELFORMAT_BGRA32,
                                            SDL_TEXTUREACCESS_STREAMING, width, height);
    if (window->texture == NULL) return OCAWindowFailed;
    window->textureWidth = width;
    window->textureHeight = height;
  }
  const int status = library.UpdateTexture(window->texture, NULL, pixels, bytesPerRow);
  return status == 0 ? OCAWindowDone : OCAWindowFailed;
}

void OCAWindowClearPicture(OCAWindow *window) {
  if (window->texture != NULL) library.DestroyTexture(window->texture);
  window->texture = NULL;
}

void OCAWindowDraw(OCAWindow *window, const OCAWindowPlace *place) {
  library.SetRenderDrawColor(window->renderer, 0, 0, 0, 255);
  library.RenderClear(window->renderer);
  const SDL_Rect rectangle = {place->x, place->y, place->width, place->height};
  if (window->texture != NULL)
    library.RenderCopyEx(window->renderer, window->texture, NULL, &rectangle, place->rotation, NULL,
                         place->isFlippedHorizontally ? SDL_FLIP_HORIZONTAL : SDL_FLIP_NONE);
  library.RenderPresent(window->renderer);
}

static int keyOf(SDL_Keycode code) {
  switch (code) {
  case SDLK_LEFT: return OCAWindowKeyLeft;
  case SDLK_RIGHT: return OCAWindowKeyRight;
  case SDLK_UP: return OCAWindowKeyUp;
  case SDLK_DOWN: return OCAWindowKeyDown;
  default: return code > 0 && code < 128 ? (int)code : 0;
  }
}

void OCAWindowNextEvent(OCAWindow *window, int milliseconds, OCAWindowEvent *outEvent) {
  (void)window;
  outEvent->kind = OCAWindowNothing;
  outEvent->key = 0;
  SDL_Event event;
  if (library.WaitEventTimeout(&event, milliseconds) != 1) return;
  switch (event.type) {
  case SDL_QUIT: outEvent->kind = OCAWindowClosing; break;
  case SDL_KEYDOWN:
    outEvent->key = keyOf(event.key.keysym.sym);
    if (outEvent->key != 0) outEvent->kind = OCAWindowKey;
    break;
  case SDL_RENDER_TARGETS_RESET:
  case SDL_RENDER_DEVICE_RESET: outEvent->kind = OCAWindowDamaged; break;
  case SDL_WINDOWEVENT:
    if (event.window.event == SDL_WINDOWEVENT_CLOSE) outEvent->kind = OCAWindowClosing;
    if (event.window.event == SDL_WINDOWEVENT_EXPOSED ||
        event.window.event == SDL_WINDOWEVENT_SIZE_CHANGED)
      outEvent->kind = OCAWindowDamaged;
    break;
  default: break;
  }
}

void OCAWindowWake(void) {
  SDL_Event event = {.type = SDL_USEREVENT};
  library.PushEvent(&event);
}

void OCAWindowClose(OCAWindow *window) {
  OCAWindowClearPicture(window);
  if (window->renderer != NULL) library.DestroyRenderer(window->renderer);
  if (window->window != NULL) library.DestroyWindow(window->window);
  library.QuitSubSystem(SDL_INIT_VIDEO);
  free(window);
}

#endif
