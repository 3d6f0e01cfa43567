public import Foundation

// CoreFoundation's functions of URLs, over the classes that the aliases name.

// MARK: - Creation

/// Makes the URL of a file from a path.
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

/// Makes the URL of a file from a path that starts at another URL.
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

/// Makes the URL of a file from the bytes of a path.
@_alwaysEmitIntoClient
public func CFURLCreateFromFileSystemRepresentation(
  _ allocator: CFAllocator!, _ buffer: UnsafePointer<UInt8>, _ bufLen: CFIndex, _ isDirectory: Bool
) -> CFURL! {
  withExtendedLifetime((allocator)) {
    unsafe owned(
      coreURLCreateFromFileSystemRepresentation(address(allocator), buffer, bufLen, isDirectory))
  }
}

/// Makes a URL from its text.
@_alwaysEmitIntoClient
public func CFURLCreateWithString(
  _ allocator: CFAllocator!, _ URLString: CFString!, _ baseURL: CFURL!
) -> CFURL! {
  withExtendedLifetime((allocator, URLString, baseURL)) {
    unsafe owned(coreURLCreateWithString(address(allocator), address(URLString), address(baseURL)))
  }
}

/// Makes a URL from the bytes of its text.
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

/// Makes a URL with one more component of the path.
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

/// Makes a URL without the last component of the path.
@_alwaysEmitIntoClient
public func CFURLCreateCopyDeletingLastPathComponent(
  _ allocator: CFAllocator!, _ url: CFURL!
) -> CFURL! {
  withExtendedLifetime((allocator, url)) {
    unsafe owned(coreURLCreateCopyDeletingLastPathComponent(address(allocator), address(url)))
  }
}

/// Makes a URL with an extension.
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

/// Makes a URL without the extension.
@_alwaysEmitIntoClient
public func CFURLCreateCopyDeletingPathExtension(
  _ allocator: CFAllocator!, _ url: CFURL!
) -> CFURL! {
  withExtendedLifetime((allocator, url)) {
    unsafe owned(coreURLCreateCopyDeletingPathExtension(address(allocator), address(url)))
  }
}

// MARK: - Parts

/// The text of a URL, without its base.
@_alwaysEmitIntoClient
public func CFURLGetString(_ anURL: CFURL!) -> CFString! {
  withExtendedLifetime((anURL)) {
    unsafe borrowed(coreURLGetString(address(anURL)))
  }
}

/// A URL that needs no base.
@_alwaysEmitIntoClient
public func CFURLCopyAbsoluteURL(_ relativeURL: CFURL!) -> CFURL! {
  withExtendedLifetime((relativeURL)) {
    unsafe owned(coreURLCopyAbsoluteURL(address(relativeURL)))
  }
}

/// The path of a URL as files have it.
@_alwaysEmitIntoClient
public func CFURLCopyFileSystemPath(_ anURL: CFURL!, _ pathStyle: CFURLPathStyle) -> CFString! {
  withExtendedLifetime((anURL)) {
    unsafe owned(coreURLCopyFileSystemPath(address(anURL), pathStyle))
  }
}

/// The path of a URL with its escapes.
@_alwaysEmitIntoClient
public func CFURLCopyPath(_ anURL: CFURL!) -> CFString! {
  withExtendedLifetime((anURL)) {
    unsafe owned(coreURLCopyPath(address(anURL)))
  }
}

/// The last component of the path.
@_alwaysEmitIntoClient
public func CFURLCopyLastPathComponent(_ url: CFURL!) -> CFString! {
  withExtendedLifetime((url)) {
    unsafe owned(coreURLCopyLastPathComponent(address(url)))
  }
}

/// The extension of the path.
@_alwaysEmitIntoClient
public func CFURLCopyPathExtension(_ url: CFURL!) -> CFString! {
  withExtendedLifetime((url)) {
    unsafe owned(coreURLCopyPathExtension(address(url)))
  }
}

/// The scheme, such as `file` or `http`.
@_alwaysEmitIntoClient
public func CFURLCopyScheme(_ anURL: CFURL!) -> CFString! {
  withExtendedLifetime((anURL)) {
    unsafe owned(coreURLCopyScheme(address(anURL)))
  }
}

/// The name of the host.
@_alwaysEmitIntoClient
public func CFURLCopyHostName(_ anURL: CFURL!) -> CFString! {
  withExtendedLifetime((anURL)) {
    unsafe owned(coreURLCopyHostName(address(anURL)))
  }
}

/// Writes the path of a URL, as the functions of C take it, and reports whether it fits.
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

/// The URL of a file in a bundle.
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
