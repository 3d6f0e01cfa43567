#pragma once

#include <stdbool.h>

/// Whether the display `DISPLAY` has a window manager, which lets a window fill the screen; true if
/// it is unknown.
bool OCAWindowManagerExists(void);
