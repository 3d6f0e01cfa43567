/// Lets programs write `import os.lock`; the locks themselves are in Swift.
#ifndef os_lock_h
#define os_lock_h
#endif
