// The folder in which artwork waits for the programs that show it.

#ifdef OCA_SYSTEMDBUS
#define _GNU_SOURCE
#include "CSystemdBus.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/// The start of the folder's name, which six characters follow.
static const char prefix[] = "opencoreaudio-art-";

static char folder[4096];
static pid_t owner;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static const char *parent(void) {
  const char *names[] = {"XDG_RUNTIME_DIR", "TMPDIR"};
  for (int index = 0; index < 2; index++) {
    const char *path = getenv(names[index]);
    if (path && *path == '/' && strlen(path) < sizeof folder / 2 && !access(path, W_OK | X_OK))
      return path;
  }
  return "/tmp";
}

/// Removes the files of an open folder, and closes it.
static void empty(int directory) {
  DIR *entries = fdopendir(directory);
  if (!entries) {
    close(directory);
    return;
  }
  struct dirent *entry;
  while ((entry = readdir(entries))) unlinkat(directory, entry->d_name, 0);
  closedir(entries);
}

/// Removes a folder unless its process runs, which holds a lock on the folder.
static void removeIfAbandoned(int directory, const char *name) {
  int file = openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return;
  struct stat status;
  if (fstat(file, &status) < 0 || status.st_uid != geteuid() ||
      flock(file, LOCK_EX | LOCK_NB) < 0) {
    close(file);
    return;
  }
  empty(file);
  unlinkat(directory, name, AT_REMOVEDIR);
}

static void removeAbandonedFolders(const char *path) {
  DIR *entries = opendir(path);
  if (!entries) return;
  struct dirent *entry;
  while ((entry = readdir(entries)))
    if (!strncmp(entry->d_name, prefix, sizeof prefix - 1) &&
        strlen(entry->d_name) == sizeof prefix - 1 + 6)
      removeIfAbandoned(dirfd(entries), entry->d_name);
  closedir(entries);
}

static void removeFolder(void) {
  // The exit of a forked child must not remove the folder.
  if (getpid() != owner) return;
  int directory = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (directory >= 0) empty(directory);
  rmdir(folder);
}

static bool make(const char *path) {
  snprintf(folder, sizeof folder, "%s/%sXXXXXX", path, prefix);
  if (!mkdtemp(folder)) return false;
  // The descriptor stays open, because closing it would end the lock.
  int directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  struct stat status;
  if (directory >= 0 && flock(directory, LOCK_SH | LOCK_NB) == 0 &&
      fstat(directory, &status) == 0 && status.st_nlink > 0)
    return true;
  // Another process has taken the folder for an abandoned one.
  if (directory >= 0) close(directory);
  rmdir(folder);
  return false;
}

static void makeFolder(void) {
  const char *path = parent();
  removeAbandonedFolders(path);
  bool isMade = false;
  for (int attempt = 0; attempt < 3 && !isMade; attempt++) isMade = make(path);
  if (!isMade) {
    folder[0] = 0;
    return;
  }
  owner = getpid();
  atexit(removeFolder);
  at_quick_exit(removeFolder);
}

const char *OCARuntimeFolder(void) {
  pthread_once(&once, makeFolder);
  return folder[0] ? folder : NULL;
}

bool OCARuntimeFileWrite(const char *path, const uint8_t *bytes, int64_t count) {
  int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return false;
  int64_t done = 0;
  while (done < count) {
    ssize_t written = write(file, bytes + done, (size_t)(count - done));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    done += written;
  }
  // Some file systems report a full disk only when a file is closed.
  if (close(file) == 0 && done == count) return true;
  unlink(path);
  return false;
}

void OCARuntimeFileRemove(const char *path) { unlink(path); }

#endif
