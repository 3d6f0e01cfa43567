#pragma once

#include "CSystemdBus.h"

#include <CDynamicLibrary.h>
#include <systemd/sd-bus.h>

/// The path of the object that every MPRIS player has.
#define OCA_BUS_PATH "/org/mpris/MediaPlayer2"

struct OCABus {
  OCABusObject object;
  int wake;
  /// Null while there is no connection.
  sd_bus *connection;
};

/// The functions of libsystemd, without their prefix.
typedef struct OCABusLibrary {
  __typeof__(&sd_bus_new) new;
  __typeof__(&sd_bus_set_address) set_address;
  __typeof__(&sd_bus_set_bus_client) set_bus_client;
  __typeof__(&sd_bus_set_method_call_timeout) set_method_call_timeout;
  __typeof__(&sd_bus_start) start;
  __typeof__(&sd_bus_open_user) open_user;
  __typeof__(&sd_bus_close_unref) close_unref;
  __typeof__(&sd_bus_request_name) request_name;
  __typeof__(&sd_bus_process) process;
  __typeof__(&sd_bus_get_fd) get_fd;
  __typeof__(&sd_bus_get_events) get_events;
  __typeof__(&sd_bus_get_timeout) get_timeout;
  __typeof__(&sd_bus_send) send;
  __typeof__(&sd_bus_add_object_vtable) add_object_vtable;
  __typeof__(&sd_bus_emit_properties_changed_strv) emit_properties_changed_strv;
  __typeof__(&sd_bus_error_set) error_set;
  __typeof__(&sd_bus_message_get_member) message_get_member;
  __typeof__(&sd_bus_message_new_method_return) message_new_method_return;
  __typeof__(&sd_bus_message_new_signal) message_new_signal;
  __typeof__(&sd_bus_message_unref) message_unref;
  __typeof__(&sd_bus_message_append_basic) message_append_basic;
  __typeof__(&sd_bus_message_open_container) message_open_container;
  __typeof__(&sd_bus_message_close_container) message_close_container;
  __typeof__(&sd_bus_message_read_basic) message_read_basic;
  __typeof__(&sd_bus_message_enter_container) message_enter_container;
  __typeof__(&sd_bus_message_exit_container) message_exit_container;
  /// A variable, to which the tables of an object refer.
  const unsigned *object_vtable_format;
} OCABusLibrary;

extern OCABusLibrary OCABusFunctions;

/// Completes the tables of the interfaces after the library is loaded; returns true.
bool OCABusPrepareTables(void);

/// Adds the interfaces to a connection; returns a negative error number if that fails.
int OCABusAddTables(OCABus *bus, OCABusParts parts);
