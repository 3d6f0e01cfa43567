// The interfaces of an MPRIS player, with the type of each property and argument.
//
// Source: MPRIS D-Bus Interface Specification 2.2,
// https://specifications.freedesktop.org/mpris-spec/latest/

#if defined(OCA_SYSTEMDBUS) && __has_include(<systemd/sd-bus.h>)
#include "Internal.h"

#include <errno.h>

static int fail(sd_bus_error *error, OCABusOutcome outcome, const char *name) {
  if (outcome == OCABusOutcomeInvalid)
    OCABusFunctions.error_set(error, SD_BUS_ERROR_INVALID_ARGS, name);
  else
    OCABusFunctions.error_set(error, SD_BUS_ERROR_NOT_SUPPORTED, name);
  return -EINVAL;
}

static int get(
    sd_bus *connection, const char *path, const char *interface, const char *property,
    sd_bus_message *reply, void *context, sd_bus_error *error) {
  (void)connection, (void)path, (void)interface, (void)error;
  OCABus *bus = context;
  return bus->object.get(bus->object.context, property, (OCABusMessage *)reply) ? 1 : -EIO;
}

static int set(
    sd_bus *connection, const char *path, const char *interface, const char *property,
    sd_bus_message *value, void *context, sd_bus_error *error) {
  (void)connection, (void)path, (void)interface;
  OCABus *bus = context;
  OCABusOutcome outcome =
      bus->object.set(bus->object.context, property, (OCABusMessage *)value);
  return outcome == OCABusOutcomeDone ? 1 : fail(error, outcome, property);
}

static int call(sd_bus_message *message, void *context, sd_bus_error *error) {
  OCABus *bus = context;
  const char *method = OCABusFunctions.message_get_member(message);
  sd_bus_message *reply = NULL;
  int result = OCABusFunctions.message_new_method_return(message, &reply);
  if (result < 0) return result;
  OCABusOutcome outcome = bus->object.call(
      bus->object.context, method, (OCABusMessage *)message, (OCABusMessage *)reply);
  if (outcome == OCABusOutcomeDone)
    result = OCABusFunctions.send(NULL, reply, NULL);
  else
    result = fail(error, outcome, method);
  OCABusFunctions.message_unref(reply);
  if (result >= 0) bus->object.didAnswer(bus->object.context);
  return result < 0 ? result : 1;
}

#define CHANGES SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE
#define CONSTANT SD_BUS_VTABLE_PROPERTY_CONST
#define READ(name, type, flags) SD_BUS_PROPERTY(name, type, get, 0, flags)
#define WRITE(name, type, flags) SD_BUS_WRITABLE_PROPERTY(name, type, get, set, 0, flags)
#define METHOD(name, types, names)                                                                 \
  SD_BUS_METHOD_WITH_NAMES(name, types, names, "", "", call, SD_BUS_VTABLE_UNPRIVILEGED)

// `OCABusPrepareTables` fills the first entry of each table.

#define ROOT                                                                                       \
  {0}, METHOD("Raise", "", ""), METHOD("Quit", "", ""), READ("CanQuit", "b", CHANGES),                 \
      WRITE("Fullscreen", "b", CHANGES | SD_BUS_VTABLE_UNPRIVILEGED),                              \
      READ("CanSetFullscreen", "b", CHANGES), READ("CanRaise", "b", CHANGES),                      \
      READ("HasTrackList", "b", CHANGES), READ("Identity", "s", CHANGES),                          \
      READ("SupportedUriSchemes", "as", CHANGES), READ("SupportedMimeTypes", "as", CHANGES)

static sd_bus_vtable root[] = {ROOT, SD_BUS_VTABLE_END};

static sd_bus_vtable rootWithEntry[] = {
    ROOT, READ("DesktopEntry", "s", CHANGES), SD_BUS_VTABLE_END};

static sd_bus_vtable player[] = {
    {0},
    METHOD("Next", "", ""),
    METHOD("Previous", "", ""),
    METHOD("Pause", "", ""),
    METHOD("PlayPause", "", ""),
    METHOD("Stop", "", ""),
    METHOD("Play", "", ""),
    METHOD("Seek", "x", SD_BUS_PARAM(Offset)),
    METHOD("SetPosition", "ox", SD_BUS_PARAM(TrackId) SD_BUS_PARAM(Position)),
    METHOD("OpenUri", "s", SD_BUS_PARAM(Uri)),
    SD_BUS_SIGNAL_WITH_NAMES("Seeked", "x", SD_BUS_PARAM(Position), 0),
    READ("PlaybackStatus", "s", CHANGES),
    WRITE("LoopStatus", "s", CHANGES | SD_BUS_VTABLE_UNPRIVILEGED),
    WRITE("Rate", "d", CHANGES | SD_BUS_VTABLE_UNPRIVILEGED),
    WRITE("Shuffle", "b", CHANGES | SD_BUS_VTABLE_UNPRIVILEGED),
    READ("Metadata", "a{sv}", CHANGES),
    WRITE("Volume", "d", CHANGES | SD_BUS_VTABLE_UNPRIVILEGED),
    READ("Position", "x", 0),
    READ("MinimumRate", "d", CHANGES),
    READ("MaximumRate", "d", CHANGES),
    READ("CanGoNext", "b", CHANGES),
    READ("CanGoPrevious", "b", CHANGES),
    READ("CanPlay", "b", CHANGES),
    READ("CanPause", "b", CHANGES),
    READ("CanSeek", "b", CHANGES),
    READ("CanControl", "b", CONSTANT),
    SD_BUS_VTABLE_END,
};

static sd_bus_vtable trackList[] = {
    {0},
    SD_BUS_METHOD_WITH_NAMES(
        "GetTracksMetadata", "ao", SD_BUS_PARAM(TrackIds), "aa{sv}", SD_BUS_PARAM(Metadata), call,
        SD_BUS_VTABLE_UNPRIVILEGED),
    METHOD("AddTrack", "sob",
           SD_BUS_PARAM(Uri) SD_BUS_PARAM(AfterTrack) SD_BUS_PARAM(SetAsCurrent)),
    METHOD("RemoveTrack", "o", SD_BUS_PARAM(TrackId)),
    METHOD("GoTo", "o", SD_BUS_PARAM(TrackId)),
    SD_BUS_SIGNAL_WITH_NAMES(
        "TrackListReplaced", "aoo", SD_BUS_PARAM(Tracks) SD_BUS_PARAM(CurrentTrack), 0),
    SD_BUS_SIGNAL_WITH_NAMES(
        "TrackAdded", "a{sv}o", SD_BUS_PARAM(Metadata) SD_BUS_PARAM(AfterTrack), 0),
    SD_BUS_SIGNAL_WITH_NAMES("TrackRemoved", "o", SD_BUS_PARAM(TrackId), 0),
    SD_BUS_SIGNAL_WITH_NAMES(
        "TrackMetadataChanged", "oa{sv}", SD_BUS_PARAM(TrackId) SD_BUS_PARAM(Metadata), 0),
    READ("Tracks", "ao", SD_BUS_VTABLE_PROPERTY_EMITS_INVALIDATION),
    READ("CanEditTracks", "b", CHANGES),
    SD_BUS_VTABLE_END,
};

static void startTable(sd_bus_vtable *table) {
  sd_bus_vtable entry = {.type = _SD_BUS_VTABLE_START};
  entry.x.start.element_size = sizeof entry;
  entry.x.start.features = _SD_BUS_VTABLE_PARAM_NAMES;
  entry.x.start.vtable_format_reference = OCABusFunctions.object_vtable_format;
  *table = entry;
}

bool OCABusPrepareTables(void) {
  startTable(root);
  startTable(rootWithEntry);
  startTable(player);
  startTable(trackList);
  return true;
}

static int add(OCABus *bus, const char *interface, const sd_bus_vtable *table) {
  return OCABusFunctions.add_object_vtable(
      bus->connection, NULL, OCA_BUS_PATH, interface, table, bus);
}

int OCABusAddTables(OCABus *bus, OCABusParts parts) {
  int result = add(bus, "org.mpris.MediaPlayer2", parts.hasDesktopEntry ? rootWithEntry : root);
  if (result >= 0) result = add(bus, "org.mpris.MediaPlayer2.Player", player);
  if (result >= 0 && parts.hasTrackList)
    result = add(bus, "org.mpris.MediaPlayer2.TrackList", trackList);
  return result;
}

#endif
