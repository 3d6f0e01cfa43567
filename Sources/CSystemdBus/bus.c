// The only file that uses libsystemd. The first connection loads its functions.

#if defined(OCA_SYSTEMDBUS) && __has_include(<systemd/sd-bus.h>)
#define _GNU_SOURCE
#include "Internal.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

OCABusLibrary OCABusFunctions;

#define FUNCTION(name) {"sd_bus_" #name, (void **)&OCABusFunctions.name}

static const OCADynamicFunction functions[] = {
    FUNCTION(new),
    FUNCTION(set_address),
    FUNCTION(set_bus_client),
    FUNCTION(set_method_call_timeout),
    FUNCTION(start),
    FUNCTION(open_user),
    FUNCTION(close_unref),
    FUNCTION(request_name),
    FUNCTION(process),
    FUNCTION(get_fd),
    FUNCTION(get_events),
    FUNCTION(get_timeout),
    FUNCTION(send),
    FUNCTION(add_object_vtable),
    FUNCTION(emit_properties_changed_strv),
    FUNCTION(error_set),
    FUNCTION(message_get_member),
    FUNCTION(message_new_method_return),
    FUNCTION(message_new_signal),
    FUNCTION(message_unref),
    FUNCTION(message_append_basic),
    FUNCTION(message_open_container),
    FUNCTION(message_close_container),
    FUNCTION(message_read_basic),
    FUNCTION(message_enter_container),
    FUNCTION(message_exit_container),
    FUNCTION(object_vtable_format),
    {NULL, NULL},
};

static OCADynamicLibrary dynamicLibrary = {
    .name = "libsystemd.so.0",
    .package = "libsystemd0",
    .purpose = OCALibraryForDesktop,
    .functions = functions,
    .prepare = OCABusPrepareTables,
};

/// The wait for an answer of the bus, in microseconds.
static const uint64_t answerTime = 5000000;

bool OCABusIsThere(void) { return OCADynamicLibraryLoad(&dynamicLibrary); }

OCABus *OCABusCreate(OCABusObject object) {
  OCABus *bus = calloc(1, sizeof *bus);
  if (!bus) return NULL;
  bus->object = object;
  bus->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (bus->wake >= 0) return bus;
  free(bus);
  return NULL;
}

void OCABusDestroy(OCABus *bus) {
  OCABusDisconnect(bus);
  close(bus->wake);
  free(bus);
}

void OCABusWake(OCABus *bus) {
  uint64_t one = 1;
  // A full counter wakes as well.
  ssize_t written = write(bus->wake, &one, sizeof one);
  (void)written;
}

static int connectTo(OCABus *bus, const char *address) {
  if (!address) return OCABusFunctions.open_user(&bus->connection);
  int result = OCABusFunctions.new(&bus->connection);
  if (result >= 0) result = OCABusFunctions.set_address(bus->connection, address);
  if (result >= 0) result = OCABusFunctions.set_bus_client(bus->connection, true);
  if (result >= 0) result = OCABusFunctions.start(bus->connection);
  return result;
}

int32_t OCABusConnect(OCABus *bus, const char *address, OCABusParts parts) {
  if (!OCABusIsThere()) return -ENOSYS;
  OCABusDisconnect(bus);
  int result = connectTo(bus, address);
  if (result >= 0)
    result = OCABusFunctions.set_method_call_timeout(bus->connection, answerTime);
  if (result >= 0) result = OCABusAddTables(bus, parts);
  if (result < 0) OCABusDisconnect(bus);
  return result < 0 ? result : 0;
}

void OCABusDisconnect(OCABus *bus) {
  if (bus->connection) OCABusFunctions.close_unref(bus->connection);
  bus->connection = NULL;
}

int32_t OCABusTakeName(OCABus *bus, const char *name) {
  int result = OCABusFunctions.request_name(bus->connection, name, 0);
  if (result == -EEXIST) return 0;
  return result < 0 ? result : 1;
}

/// The shorter of a time and the time until libsystemd has work, in milliseconds.
static int waitingTime(OCABus *bus, int milliseconds) {
  uint64_t until = UINT64_MAX;
  if (OCABusFunctions.get_timeout(bus->connection, &until) < 0 || until == UINT64_MAX)
    return milliseconds;
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  uint64_t now = (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
  uint64_t left = until > now ? (until - now + 999) / 1000 : 0;
  if (left > INT_MAX) left = INT_MAX;
  return milliseconds < 0 || (int)left < milliseconds ? (int)left : milliseconds;
}

int32_t OCABusStep(OCABus *bus, int32_t milliseconds) {
  struct pollfd files[2] = {{.fd = bus->wake, .events = POLLIN}, {.fd = -1}};
  int wait = milliseconds;
  if (bus->connection) {
    int result;
    do result = OCABusFunctions.process(bus->connection, NULL);
    while (result > 0);
    if (result < 0) return result;
    int events = OCABusFunctions.get_events(bus->connection);
    if (events < 0) return events;
    files[1].fd = OCABusFunctions.get_fd(bus->connection);
    files[1].events = (short)events;
    wait = waitingTime(bus, milliseconds);
  }
  if (poll(files, 2, wait) > 0 && files[0].revents) {
    uint64_t count;
    ssize_t got = read(bus->wake, &count, sizeof count);
    (void)got;
  }
  return 0;
}

int32_t OCABusAnnounce(OCABus *bus, const char *interface, const char *const *properties) {
  // The function does not change the names, although its header does not declare them constant.
  int result = OCABusFunctions.emit_properties_changed_strv(
      bus->connection, OCA_BUS_PATH, interface, (char **)properties);
  return result < 0 ? result : 0;
}

OCABusMessage *OCABusMakeSignal(OCABus *bus, const char *interface, const char *name) {
  sd_bus_message *signal = NULL;
  int result = OCABusFunctions.message_new_signal(
      bus->connection, &signal, OCA_BUS_PATH, interface, name);
  return result < 0 ? NULL : (OCABusMessage *)signal;
}

int32_t OCABusSendSignal(OCABus *bus, OCABusMessage *signal) {
  int result = OCABusFunctions.send(bus->connection, (sd_bus_message *)signal, NULL);
  OCABusFunctions.message_unref((sd_bus_message *)signal);
  return result < 0 ? result : 0;
}

bool OCABusAppendText(OCABusMessage *message, char type, const char *text) {
  return OCABusFunctions.message_append_basic((sd_bus_message *)message, type, text) >= 0;
}

bool OCABusAppendBoolean(OCABusMessage *message, bool value) {
  int integer = value;
  return OCABusFunctions.message_append_basic((sd_bus_message *)message, 'b', &integer) >= 0;
}

bool OCABusAppendInteger32(OCABusMessage *message, int32_t value) {
  return OCABusFunctions.message_append_basic((sd_bus_message *)message, 'i', &value) >= 0;
}

bool OCABusAppendInteger64(OCABusMessage *message, int64_t value) {
  return OCABusFunctions.message_append_basic((sd_bus_message *)message, 'x', &value) >= 0;
}

bool OCABusAppendDouble(OCABusMessage *message, double value) {
  return OCABusFunctions.message_append_basic((sd_bus_message *)message, 'd', &value) >= 0;
}

bool OCABusOpen(OCABusMessage *message, char type, const char *contents) {
  return OCABusFunctions.message_open_container((sd_bus_message *)message, type, contents) >= 0;
}

bool OCABusClose(OCABusMessage *message) {
  return OCABusFunctions.message_close_container((sd_bus_message *)message) >= 0;
}

const char *OCABusReadText(OCABusMessage *message, char type) {
  const char *text = NULL;
  int result = OCABusFunctions.message_read_basic((sd_bus_message *)message, type, &text);
  return result > 0 ? text : NULL;
}

bool OCABusReadBoolean(OCABusMessage *message, bool *value) {
  int integer = 0;
  int result = OCABusFunctions.message_read_basic((sd_bus_message *)message, 'b', &integer);
  *value = integer != 0;
  return result > 0;
}

bool OCABusReadInteger64(OCABusMessage *message, int64_t *value) {
  return OCABusFunctions.message_read_basic((sd_bus_message *)message, 'x', value) > 0;
}

bool OCABusReadDouble(OCABusMessage *message, double *value) {
  return OCABusFunctions.message_read_basic((sd_bus_message *)message, 'd', value) > 0;
}

bool OCABusEnterArray(OCABusMessage *message, const char *contents) {
  return OCABusFunctions.message_enter_container((sd_bus_message *)message, 'a', contents) > 0;
}

bool OCABusLeaveArray(OCABusMessage *message) {
  return OCABusFunctions.message_exit_container((sd_bus_message *)message) >= 0;
}

#endif
