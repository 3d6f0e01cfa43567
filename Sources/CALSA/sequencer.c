// ALSA's sequencer. The first connection loads its functions, apart from those for PCMs.

#include "Internal.h"
#ifdef OCA_ALSA_AVAILABLE

#include <CDynamicLibrary.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define OCA_SEQUENCER_FUNCTIONS(X)                                                                \
  X(snd_lib_error_set_handler)                                                                    \
  X(snd_seq_open)                                                                                 \
  X(snd_seq_close)                                                                                \
  X(snd_seq_client_id)                                                                            \
  X(snd_seq_set_client_name)                                                                      \
  X(snd_seq_set_client_pool_input)                                                                \
  X(snd_seq_create_simple_port)                                                                   \
  X(snd_seq_delete_simple_port)                                                                   \
  X(snd_seq_event_input)                                                                          \
  X(snd_seq_event_output_direct)                                                                  \
  X(snd_seq_subscribe_port)                                                                       \
  X(snd_seq_unsubscribe_port)                                                                     \
  X(snd_seq_port_subscribe_malloc)                                                                \
  X(snd_seq_port_subscribe_free)                                                                  \
  X(snd_seq_port_subscribe_set_sender)                                                            \
  X(snd_seq_port_subscribe_set_dest)                                                              \
  X(snd_seq_client_info_malloc)                                                                   \
  X(snd_seq_client_info_free)                                                                     \
  X(snd_seq_client_info_set_client)                                                               \
  X(snd_seq_client_info_get_client)                                                               \
  X(snd_seq_client_info_get_name)                                                                 \
  X(snd_seq_get_any_client_info)                                                                  \
  X(snd_seq_query_next_client)                                                                    \
  X(snd_seq_port_info_malloc)                                                                     \
  X(snd_seq_port_info_free)                                                                       \
  X(snd_seq_port_info_set_client)                                                                 \
  X(snd_seq_port_info_set_port)                                                                   \
  X(snd_seq_port_info_get_port)                                                                   \
  X(snd_seq_port_info_get_name)                                                                   \
  X(snd_seq_port_info_get_capability)                                                             \
  X(snd_seq_get_any_port_info)                                                                    \
  X(snd_seq_query_next_port)

#define DECLARE(name) __typeof__(&name) name;
static struct {
  OCA_SEQUENCER_FUNCTIONS(DECLARE)
} functionsOfLibrary;
#undef DECLARE
#undef library
#define library functionsOfLibrary

static bool prepare(void) {
  library.snd_lib_error_set_handler(OCAALSAKeepQuiet);
  return true;
}

#define ENTRY(name) {#name, (void **)&library.name},
static const OCADynamicFunction functions[] = {OCA_SEQUENCER_FUNCTIONS(ENTRY){NULL, NULL}};
#undef ENTRY

static OCADynamicLibrary dynamicLibrary = {
    .functions = functions,
    .prepare = prepare,
    .name = "libasound.so.2",
    .package = OCA_ALSA_PACKAGE,
    .purpose = OCALibraryForDevices,
};

struct OCASequencer {
  snd_seq_t *handle;
  snd_seq_client_info_t *client;
  snd_seq_port_info_t *port;
};

// The events that can wait for the reading thread. A message of 256 bytes takes ten places.
static const size_t inputPlaces = 2000;

OCASequencer *OCASequencerOpen(const char *name) {
  // The library would load a kernel module otherwise, or read its configuration in vain.
  if (access("/dev/snd/seq", R_OK | W_OK) != 0 || !OCADynamicLibraryLoad(&dynamicLibrary))
    return NULL;
  OCASequencer *sequencer = calloc(1, sizeof *sequencer);
  if (sequencer == NULL)
    return NULL;
  if (library.snd_seq_open(&sequencer->handle, "default", SND_SEQ_OPEN_DUPLEX, 0) < 0)
    sequencer->handle = NULL;
  if (sequencer->handle == NULL || library.snd_seq_client_info_malloc(&sequencer->client) < 0 ||
      library.snd_seq_port_info_malloc(&sequencer->port) < 0) {
    OCASequencerClose(sequencer);
    return NULL;
  }
  library.snd_seq_set_client_name(sequencer->handle, name);
  library.snd_seq_set_client_pool_input(sequencer->handle, inputPlaces);
  return sequencer;
}

void OCASequencerClose(OCASequencer *sequencer) {
  if (sequencer->port != NULL)
    library.snd_seq_port_info_free(sequencer->port);
  if (sequencer->client != NULL)
    library.snd_seq_client_info_free(sequencer->client);
  if (sequencer->handle != NULL)
    library.snd_seq_close(sequencer->handle);
  free(sequencer);
}

int32_t OCASequencerClient(OCASequencer *sequencer) {
  return library.snd_seq_client_id(sequencer->handle);
}

void OCASequencerSetName(OCASequencer *sequencer, const char *name) {
  library.snd_seq_set_client_name(sequencer->handle, name);
}

// MARK: Ports

int32_t OCASequencerAddPort(
    OCASequencer *sequencer, const char *name, OCASequencerPurpose purpose) {
  static const unsigned capabilities[] = {
      [OCASequencerSource] = SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ,
      [OCASequencerDestination] = SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE,
      [OCASequencerHiddenSource] = SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_NO_EXPORT,
      [OCASequencerHiddenDestination] = SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_NO_EXPORT,
  };
  return library.snd_seq_create_simple_port(
      sequencer->handle, name, capabilities[purpose],
      SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_SOFTWARE | SND_SEQ_PORT_TYPE_APPLICATION);
}

void OCASequencerRemovePort(OCASequencer *sequencer, int32_t port) {
  library.snd_seq_delete_simple_port(sequencer->handle, port);
}

bool OCASequencerConnect(
    OCASequencer *sequencer, OCASequencerAddress source, OCASequencerAddress destination,
    bool isConnected) {
  snd_seq_port_subscribe_t *connection = NULL;
  if (library.snd_seq_port_subscribe_malloc(&connection) < 0)
    return false;
  snd_seq_addr_t sender = {(unsigned char)source.client, (unsigned char)source.port};
  snd_seq_addr_t receiver = {(unsigned char)destination.client, (unsigned char)destination.port};
  library.snd_seq_port_subscribe_set_sender(connection, &sender);
  library.snd_seq_port_subscribe_set_dest(connection, &receiver);
  int status = isConnected ? library.snd_seq_subscribe_port(sequencer->handle, connection)
                           : library.snd_seq_unsubscribe_port(sequencer->handle, connection);
  library.snd_seq_port_subscribe_free(connection);
  return status >= 0 || (isConnected && status == -EBUSY);
}

bool OCASequencerGetPort(
    OCASequencer *sequencer, OCASequencerAddress address, OCASequencerPort *outPort) {
  if (library.snd_seq_get_any_client_info(
          sequencer->handle, address.client, sequencer->client) < 0 ||
      library.snd_seq_get_any_port_info(
          sequencer->handle, address.client, address.port, sequencer->port) < 0)
    return false;
  unsigned capabilities = library.snd_seq_port_info_get_capability(sequencer->port);
  if (capabilities & SND_SEQ_PORT_CAP_NO_EXPORT)
    return false;
  const unsigned sends = SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ;
  const unsigned receives = SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE;
  *outPort = (OCASequencerPort){
      .address = address,
      .clientName = library.snd_seq_client_info_get_name(sequencer->client),
      .name = library.snd_seq_port_info_get_name(sequencer->port),
      .sends = (capabilities & sends) == sends,
      .receives = (capabilities & receives) == receives,
  };
  return outPort->sends || outPort->receives;
}

bool OCASequencerNextPort(OCASequencer *sequencer, OCASequencerAddress *ioAddress) {
  if (ioAddress->client >= 0) {
    library.snd_seq_port_info_set_client(sequencer->port, ioAddress->client);
    library.snd_seq_port_info_set_port(sequencer->port, ioAddress->port);
    if (library.snd_seq_query_next_port(sequencer->handle, sequencer->port) >= 0) {
      ioAddress->port = library.snd_seq_port_info_get_port(sequencer->port);
      return true;
    }
  }
  library.snd_seq_client_info_set_client(sequencer->client, ioAddress->client);
  while (library.snd_seq_query_next_client(sequencer->handle, sequencer->client) >= 0) {
    int client = library.snd_seq_client_info_get_client(sequencer->client);
    library.snd_seq_port_info_set_client(sequencer->port, client);
    library.snd_seq_port_info_set_port(sequencer->port, -1);
    if (library.snd_seq_query_next_port(sequencer->handle, sequencer->port) < 0)
      continue;
    *ioAddress = (OCASequencerAddress){
        client, library.snd_seq_port_info_get_port(sequencer->port)};
    return true;
  }
  return false;
}

// MARK: Events

static bool isNote(int type) {
  return type == SND_SEQ_EVENT_NOTEON || type == SND_SEQ_EVENT_NOTEOFF ||
         type == SND_SEQ_EVENT_KEYPRESS;
}

bool OCASequencerSend(
    OCASequencer *sequencer, const OCASequencerEvent *event,
    const OCASequencerAddress *destination) {
  snd_seq_event_t made;
  snd_seq_ev_clear(&made);
  made.type = (snd_seq_event_type_t)event->type;
  if (event->type == SND_SEQ_EVENT_SYSEX) {
    // The library only reads the bytes.
    snd_seq_ev_set_variable(&made, (unsigned)event->byteCount, (void *)event->bytes);
  } else if (isNote(event->type)) {
    made.data.note.channel = (unsigned char)event->channel;
    made.data.note.note = (unsigned char)event->number;
    made.data.note.velocity = (unsigned char)event->value;
  } else {
    made.data.control.channel = (unsigned char)event->channel;
    made.data.control.param = (unsigned)event->number;
    made.data.control.value = event->value;
  }
  snd_seq_ev_set_source(&made, (unsigned char)event->port);
  if (destination != NULL)
    snd_seq_ev_set_dest(
        &made, (unsigned char)destination->client, (unsigned char)destination->port);
  else
    snd_seq_ev_set_subs(&made);
  snd_seq_ev_set_direct(&made);
  return library.snd_seq_event_output_direct(sequencer->handle, &made) >= 0;
}

bool OCASequencerReceive(OCASequencer *sequencer, OCASequencerEvent *outEvent) {
  snd_seq_event_t *event = NULL;
  int status;
  do {
    status = library.snd_seq_event_input(sequencer->handle, &event);
    // Events were lost, or a signal arrived.
  } while (status == -ENOSPC || status == -EAGAIN || status == -EINTR ||
           (status >= 0 && event == NULL));
  if (status < 0)
    return false;
  *outEvent = (OCASequencerEvent){
      .type = event->type,
      .source = {event->source.client, event->source.port},
      .port = event->dest.port,
  };
  if (event->type == SND_SEQ_EVENT_SYSEX) {
    outEvent->bytes = event->data.ext.ptr;
    outEvent->byteCount = event->data.ext.len;
  } else if (isNote(event->type)) {
    outEvent->channel = event->data.note.channel;
    outEvent->number = event->data.note.note;
    outEvent->value = event->data.note.velocity;
  } else if (event->source.client == SND_SEQ_CLIENT_SYSTEM) {
    outEvent->source = (OCASequencerAddress){event->data.addr.client, event->data.addr.port};
  } else {
    outEvent->channel = event->data.control.channel;
    outEvent->number = (int32_t)event->data.control.param;
    outEvent->value = event->data.control.value;
  }
  return true;
}
#endif
