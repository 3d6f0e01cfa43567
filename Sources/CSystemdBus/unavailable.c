// Replaces `bus.c` if the headers of libsystemd are missing at compile time: each attempt to
// connect reports that the library is missing.

#if defined(OCA_SYSTEMDBUS) && !__has_include(<systemd/sd-bus.h>)

#include "CSystemdBus.h"

#include <errno.h>
#include <stddef.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

bool OCABusIsThere(void) { return false; }

OCABus *OCABusCreate(OCABusObject object) { return NULL; }
void OCABusDestroy(OCABus *bus) {}
void OCABusWake(OCABus *bus) {}

int32_t OCABusConnect(OCABus *bus, const char *address, OCABusParts parts) { return -ENOSYS; }
void OCABusDisconnect(OCABus *bus) {}
int32_t OCABusTakeName(OCABus *bus, const char *name) { return -ENOSYS; }
int32_t OCABusStep(OCABus *bus, int32_t milliseconds) { return -ENOSYS; }

int32_t OCABusAnnounce(OCABus *bus, const char *interface, const char *const *properties) {
  return -ENOSYS;
}

OCABusMessage *OCABusMakeSignal(OCABus *bus, const char *interface, const char *name) {
  return NULL;
}

int32_t OCABusSendSignal(OCABus *bus, OCABusMessage *signal) { return -ENOSYS; }

bool OCABusAppendText(OCABusMessage *message, char type, const char *text) { return false; }
bool OCABusAppendBoolean(OCABusMessage *message, bool value) { return false; }
bool OCABusAppendInteger32(OCABusMessage *message, int32_t value) { return false; }
bool OCABusAppendInteger64(OCABusMessage *message, int64_t value) { return false; }
bool OCABusAppendDouble(OCABusMessage *message, double value) { return false; }
bool OCABusOpen(OCABusMessage *message, char type, const char *contents) { return false; }
bool OCABusClose(OCABusMessage *message) { return false; }

const char *OCABusReadText(OCABusMessage *message, char type) { return NULL; }
bool OCABusReadBoolean(OCABusMessage *message, bool *value) { return false; }
bool OCABusReadInteger64(OCABusMessage *message, int64_t *value) { return false; }
bool OCABusReadDouble(OCABusMessage *message, double *value) { return false; }
bool OCABusEnterArray(OCABusMessage *message, const char *contents) { return false; }
bool OCABusLeaveArray(OCABusMessage *message) { return false; }

#endif
