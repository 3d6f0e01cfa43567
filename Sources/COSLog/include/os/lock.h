/// Locks: this header is why programs can write `import os.lock`; what they use of it is in Swift.
#ifndef os_lock_h
#define os_lock_h
#endif
