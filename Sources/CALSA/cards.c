#ifdef OCA_ALSA
#define _GNU_SOURCE
#include "CALSA.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

int64_t OCACardsRead(const char *path, uint8_t *buffer, int64_t capacity) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return -1;
  int64_t count = 0;
  while (count < capacity) {
    ssize_t got = read(file, buffer + count, (size_t)(capacity - count));
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      break;
    count += got;
  }
  close(file);
  return count;
}

struct OCACardWatch {
  int changes;
  int end;
  char *folder;
};

static const uint32_t watched = IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM;

OCACardWatch *OCACardWatchCreate(const char *folder) {
  OCACardWatch *watch = calloc(1, sizeof *watch);
  if (!watch)
    return NULL;
  watch->changes = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  watch->end = eventfd(0, EFD_CLOEXEC);
  watch->folder = strdup(folder);
  // The parent folder reports when the folder appears. If it cannot be watched, waiting is
  // impossible.
  char *copy = strdup(folder);
  bool isWatched = watch->changes >= 0 && watch->end >= 0 && watch->folder && copy &&
                   inotify_add_watch(watch->changes, dirname(copy), watched) >= 0;
  free(copy);
  if (!isWatched) {
    OCACardWatchDestroy(watch);
    return NULL;
  }
  inotify_add_watch(watch->changes, folder, watched);
  return watch;
}

bool OCACardWatchWait(OCACardWatch *watch) {
  struct pollfd files[] = {{watch->changes, POLLIN, 0}, {watch->end, POLLIN, 0}};
  // A card appears as several files before the kernel lists it. Changes within a tenth of a second
  // count as one, up to a limit.
  int patience = -1;
  for (int changes = 0; changes < 20; changes += 1) {
    int ready = poll(files, 2, patience);
    if (ready < 0 && errno != EINTR)
      return false;
    if (ready < 0)
      continue;
    if (files[1].revents)
      return false;
    if (ready == 0)
      break;
    _Alignas(struct inotify_event) char events[4096];
    while (read(watch->changes, events, sizeof events) > 0)
      continue;
    patience = 100;
  }
  // The folder may be new.
  inotify_add_watch(watch->changes, watch->folder, watched);
  return true;
}

void OCACardWatchEnd(OCACardWatch *watch) {
  uint64_t one = 1;
  while (write(watch->end, &one, sizeof one) < 0 && errno == EINTR)
    continue;
}

void OCACardWatchDestroy(OCACardWatch *watch) {
  if (watch->changes >= 0)
    close(watch->changes);
  if (watch->end >= 0)
    close(watch->end);
  free(watch->folder);
  free(watch);
}
#endif
