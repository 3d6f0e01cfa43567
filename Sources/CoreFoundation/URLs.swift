public import Foundation

// Core Foundation functions for URLs, with the classes of the aliases.

// MARK: - Creation

/// Creates a file URL from a path.
@_alwaysEmitIntoClient
public func CFURLCreateWithFileSystemPath(
  _ allocator: CFAllocator!, _ filePath: CFString!, _ pathStyle: CFURLPathStyle, _ isDirectory: Bool
) -> CFURL! {
  withExtendedLifetime((allocator, filePath)) {
    unsafe owned(
      coreURLCreateWithFileSystemPath(address(allocator), address(filePath), pathStyle, isDirectory)
    )
  }
}

/// Creates a file URL from a path relative to a base URL.
@_alwaysEmitIntoClient
public func CFURLCreateWithFileSystemPathRelativeToBase(
  _ allocator: CFAllocator!, _ filePath: CFString!, _ pathStyle: CFURLPathStyle,
  _ isDirectory: Bool, _ baseURL: CFURL!
) -> CFURL! {
  withExtendedLifetime((allocator, filePath, baseURL)) {
    unsafe owned(
      coreURLCreateWithFileSystemPathRelativeToBase(
        address(allocator), address(filePath), pathStyle, isDirectory, address(baseURL)
      ))
  }
}

/// Creates a file URL from the bytes of a path.
@_alwaysEmitIntoClient
public func CFURLCreateFromFileSystemRepresentation(
  _ allocator: CFAllocator!, _ buffer: UnsafePointer<UInt8>, _ bufLen: CFIndex, _ isDirectory: Bool
) -> CFURL! {
  withExtendedLifetime((allocator)) {
    unsafe owned(
      coreURLCreateFromFileSystemRepresentation(address(allocator), buffer, bufLen, isDirectory))
  }
}

/// Creates a URL from a string.
@_alwaysEmitIntoClient
public func CFURLCreateWithString(
  _ allocator: CFAllocator!, _ URLString: CFString!, _ baseURL: CFURL!
) -> CFURL! {
  withExtendedLifetime((allocator, URLString, baseURL)) {
    unsafe owned(coreURLCreateWithString(address(allocator), address(URLString), address(baseURL)))
  }
}

/// Creates a URL from the bytes of a string.
@_alwaysEmitIntoClient
public func CFURLCreateWithBytes(
  _ allocator: CFAllocator!, _ URLBytes: UnsafePointer<UInt8>, _ length: CFIndex,
  _ encoding: CFStringEncoding, _ baseURL: CFURL!
) -> CFURL! {
  withExtendedLifetime((allocator, baseURL)) {
    unsafe owned(
      coreURLCreateWithBytes(address(allocator), URLBytes, length, encoding, address(baseURL)))
  }
}

/// Creates a URL by appending a path component.
@_alwaysEmitIntoClient
public func CFURLCreateCopyAppendingPathComponent(
  _ allocator: CFAllocator!, _ url: CFURL!, _ pathComponent: CFString!, _ isDirectory: Bool
) -> CFURL! {
  withExtendedLifetime((allocator, url, pathComponent)) {
    unsafe owned(
      coreURLCreateCopyAppendingPathComponent(
        address(allocator), address(url), address(pathComponent), isDirectory
      ))
  }
}

/// Creates a URL by deleting the last path component.
@_alwaysEmitIntoClient
public func CFURLCreateCopyDeletingLastPathComponent(
  _ allocator: CFAllocator!, _ url: CFURL!
) -> CFURL! {
  withExtendedLifetime((allocator, url)) {
    unsafe owned(coreURLCreateCopyDeletingLastPathComponent(address(allocator), address(url)))
  }
}

/// Creates a URL by appending a path extension.
@_alwaysEmitIntoClient
public func CFURLCreateCopyAppendingPathExtension(
  _ allocator: CFAllocator!, _ url: CFURL!, _ `extension`: CFString!
) -> CFURL! {
  withExtendedLifetime((allocator, url, `extension`)) {
    unsafe owned(
      coreURLCreateCopyAppendingPathExtension(
        address(allocator), address(url), address(`extension`)))
  }
}

/// Creates a URL by deleting the path extension.
@_alwaysEmitIntoClient
public func CFURLCreateCopyDeletingPathExtension(
  _ allocator: CFAllocator!, _ url: CFURL!
) -> CFURL! {
  withExtendedLifetime((allocator, url)) {
    unsafe owned(coreURLCreateCopyDeletingPathExtension(address(allocator), address(url)))
  }
}

// MARK: - Parts

/// Returns the string of a URL, without its base.
@_alwaysEmitIntoClient
public func CFURLGetString(_ anURL: CFURL!) -> CFString! {
  withExtendedLifetime((anURL)) {
    unsafe borrowed(coreURLGetString(address(anURL)))
  }
}

/// Returns a URL that does not need a base.
@_alwaysEmitIntoClient
public func CFURLCopyAbsoluteURL(_ relativeURL: CFURL!) -> CFURL! {
  withExtendedLifetime((relativeURL)) {
    unsafe owned(coreURLCopyAbsoluteURL(address(relativeURL)))
  }
}

/// Returns the file system path of a URL.
@_alwaysEmitIntoClient
public func CFURLCopyFileSystemPath(_ anURL: CFURL!, _ pathStyle: CFURLPathStyle) -> CFString! {
  withExtendedLifetime((anURL)) {
    unsafe owned(coreURLCopyFileSystemPath(address(anURL), pathStyle))
  }
}

/// Returns the path of a URL with its percent escapes.
@_alwaysEmitIntoClient
public func CFURLCopyPath(_ anURL: CFURL!) -> CFString! {
  withExtendedLifetime((anURL)) {
    unsafe owned(coreURLCopyPath(address(anURL)))
  }
}

/// Returns the last component of the path.
@_alwaysEmitIntoClient
public func CFURLCopyLastPathComponent(_ url: CFURL!) -> CFString! {
  withExtendedLifetime((url)) {
    unsafe owned(coreURLCopyLastPathComponent(address(url)))
  }
}

/// Returns the extension of the path.
@_alwaysEmitIntoClient
public func CFURLCopyPathExtension(_ url: CFURL!) -> CFString! {
  withExtendedLifetime((url)) {
    unsafe owned(coreURLCopyPathExtension(address(url)))
  }
}

/// Returns the scheme, such as `file` or `http`.
@_alwaysEmitIntoClient
public func CFURLCopyScheme(_ anURL: CFURL!) -> CFString! {
  withExtendedLifetime((anURL)) {
    unsafe owned(coreURLCopyScheme(address(anURL)))
  }
}

/// Returns the host name.
@_alwaysEmitIntoClient
public func CFURLCopyHostName(_ anURL: CFURL!) -> CFString! {
  withExtendedLifetime((anURL)) {
    unsafe owned(coreURLCopyHostName(address(anURL)))
  }
}

/// Writes the file system path of a URL for C functions, and returns whether it fits.
@discardableResult
@_alwaysEmitIntoClient
public func CFURLGetFileSystemRepresentation(
  _ url: CFURL!, _ resolveAgainstBase: Bool, _ buffer: UnsafeMutablePointer<UInt8>!,
  _ maxBufLen: CFIndex
) -> Bool {
  withExtendedLifetime((url)) {
    unsafe coreURLGetFileSystemRepresentation(address(url), resolveAgainstBase, buffer, maxBufLen)
  }
}

// MARK: - Bundles

/// Returns the URL of a resource in a bundle.
@_alwaysEmitIntoClient
public func CFBundleCopyResourceURL(
  _ bundle: CFBundle!, _ resourceName: CFString!, _ resourceType: CFString!, _ subDirName: CFString!
) -> CFURL! {
  withExtendedLifetime((bundle, resourceName, resourceType, subDirName)) {
    unsafe owned(
      coreBundleCopyResourceURL(
        address(bundle), address(resourceName), address(resourceType), address(subDirName)
      ))
  }
}

// MARK: - CoreFoundation

@_extern(c, "CFURLCreateWithFileSystemPath") @usableFromInline
func coreURLCreateWithFileSystemPath(
  _ allocator: UnsafeRawPointer?, _ filePath: UnsafeRawPointer?, _ pathStyle: CFURLPathStyle,
  _ isDirectory: Bool
) -> UnsafeMutableRawPointer?

@_extern(c, "CFURLCreateWithFileSystemPathRelativeToBase") @usableFromInline
func coreURLCreateWithFileSystemPathRelativeToBase(
  _ allocator: UnsafeRawPointer?, _ filePath: UnsafeRawPointer?, _ pathStyle: CFURLPathStyle,
  _ isDirectory: Bool, _ baseURL: UnsafeRawPointer?
) -> UnsafeMutableRawPointer?

@_extern(c, "CFURLCreateFromFileSystemRepresentation") @usableFromInline
func coreURLCreateFromFileSystemRepresentation(
  _ allocator: UnsafeRawPointer?, _ buffer: UnsafePointer<UInt8>, _ bufLen: CFIndex,
  _ isDirectory: Bool
) -> UnsafeMutableRawPointer?

@_extern(c, "CFURLCreateWithString") @usableFromInline
func coreURLCreateWithString(
  _ allocator: UnsafeRawPointer?, _ URLString: UnsafeRawPointer?, _ baseURL: UnsafeRawPointer?
) -> UnsafeMutableRawPointer?

@_extern(c, "CFURLCreateWithBytes") @usableFromInline
func coreURLCreateWithBytes(
  _ allocator: UnsafeRawPointer?, _ URLBytes: UnsafePointer<UInt8>, _ length: CFIndex,
  _ encoding: CFStringEncoding, _ baseURL: UnsafeRawPointer?
) -> UnsafeMutableRawPointer?

@_extern(c, "CFURLCreateCopyAppendingPathComponent") @usableFromInline
func coreURLCreateCopyAppendingPathComponent(
  _ allocator: UnsafeRawPointer?, _ url: UnsafeRawPointer?, _ pathComponent: UnsafeRawPointer?,
  _ isDirectory: Bool
) -> UnsafeMutableRawPointer?

@_extern(c, "CFURLCreateCopyDeletingLastPathComponent") @usableFromInline
func coreURLCreateCopyDeletingLastPathComponent(
  _ allocator: UnsafeRawPointer?, _ url: UnsafeRawPointer?
) -> UnsafeMutableRawPointer?

@_extern(c, "CFURLCreateCopyAppendingPathExtension") @usableFromInline
func coreURLCreateCopyAppendingPathExtension(
  _ allocator: UnsafeRawPointer?, _ url: UnsafeRawPointer?, _ `extension`: UnsafeRawPointer?
) -> UnsafeMutableRawPointer?

@_extern(c, "CFURLCreateCopyDeletingPathExtension") @usableFromInline
func coreURLCreateCopyDeletingPathExtension(
  _ allocator: UnsafeRawPointer?, _ url: UnsafeRawPointer?
) -> UnsafeMutableRawPointer?

@_extern(c, "CFURLGetString") @usableFromInline
func coreURLGetString(_ anURL: UnsafeRawPointer?) -> UnsafeMutableRawPointer?

@_extern(c, "CFURLCopyAbsoluteURL") @usableFromInline
func coreURLCopyAbsoluteURL(_ relativeURL: UnsafeRawPointer?) -> UnsafeMutableRawPointer?

@_extern(c, "CFURLCopyFileSystemPath") @usableFromInline
func coreURLCopyFileSystemPath(
  _ anURL: UnsafeRawPointer?, _ pathStyle: CFURLPathStyle
) -> UnsafeMutableRawPointer?

@_extern(c, "CFURLCopyPath") @usableFromInline
func coreURLCopyPath(_ anURL: UnsafeRawPointer?) -> UnsafeMutableRawPointer?

@_extern(c, "CFURLCopyLastPathComponent") @usableFromInline
func coreURLCopyLastPathComponent(_ url: UnsafeRawPointer?) -> UnsafeMutableRawPointer?

@_extern(c, "CFURLCopyPathExtension") @usableFromInline
func coreURLCopyPathExtension(_ url: UnsafeRawPointer?) -> UnsafeMutableRawPointer?

@_extern(c, "CFURLCopyScheme") @usableFromInline
func coreURLCopyScheme(_ anURL: UnsafeRawPointer?) -> UnsafeMutableRawPointer?

@_extern(c, "CFURLCopyHostName") @usableFromInline
func coreURLCopyHostName(_ anURL: UnsafeRawPointer?) -> UnsafeMutableRawPointer?

@_extern(c, "CFURLGetFileSystemRepresentation") @usableFromInline
func coreURLGetFileSystemRepresentation(
  _ url: UnsafeRawPointer?, _ resolveAgainstBase: Bool, _ buffer: UnsafeMutablePointer<UInt8>?,
  _ maxBufLen: CFIndex
) -> Bool

@_extern(c, "CFBundleCopyResourceURL") @usableFromInline
func coreBundleCopyResourceURL(
  _ bundle: UnsafeRawPointer?, _ resourceName: UnsafeRawPointer?, _ resourceType: UnsafeRawPointer?,
  _ subDirName: UnsafeRawPointer?
) -> UnsafeMutableRawPointer?
