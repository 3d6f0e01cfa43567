public import Foundation

// CoreFoundation's functions of URLs, over the classes that the aliases name.

// MARK: - Creation

/// Makes the URL of a file from a path.
@_alwaysEmitIntoClient
public func CFURLCreateWithFileSystemPath(
  _ allocator: CFAllocator!, _ filePath: CFString!, _ pathStyle: CFURLPathStyle,
  _ isDirectory: Bool
) -> CFURL! {
  let object: CoreURL? = CFURLCreateWithFileSystemPath(
    allocator, core(filePath) as CoreString?, pathStyle, isDirectory)
  return alias(object)
}

/// Makes the URL of a file from a path that starts at another URL.
@_alwaysEmitIntoClient
public func CFURLCreateWithFileSystemPathRelativeToBase(
  _ allocator: CFAllocator!, _ filePath: CFString!, _ pathStyle: CFURLPathStyle,
  _ isDirectory: Bool, _ baseURL: CFURL!
) -> CFURL! {
  let object: CoreURL? = CFURLCreateWithFileSystemPathRelativeToBase(
    allocator, core(filePath) as CoreString?, pathStyle, isDirectory, core(baseURL) as CoreURL?)
  return alias(object)
}

/// Makes the URL of a file from the bytes of a path.
@_alwaysEmitIntoClient
public func CFURLCreateFromFileSystemRepresentation(
  _ allocator: CFAllocator!, _ buffer: UnsafePointer<UInt8>, _ bufLen: CFIndex, _ isDirectory: Bool
) -> CFURL! {
  let object: CoreURL? = unsafe CFURLCreateFromFileSystemRepresentation(
    allocator, buffer as UnsafePointer<UInt8>?, bufLen, isDirectory)
  return alias(object)
}

/// Makes a URL from its text.
@_alwaysEmitIntoClient
public func CFURLCreateWithString(
  _ allocator: CFAllocator!, _ URLString: CFString!, _ baseURL: CFURL!
) -> CFURL! {
  let object: CoreURL? = CFURLCreateWithString(
    allocator, core(URLString) as CoreString?, core(baseURL) as CoreURL?)
  return alias(object)
}

/// Makes a URL from the bytes of its text.
@_alwaysEmitIntoClient
public func CFURLCreateWithBytes(
  _ allocator: CFAllocator!, _ URLBytes: UnsafePointer<UInt8>, _ length: CFIndex,
  _ encoding: CFStringEncoding, _ baseURL: CFURL!
) -> CFURL! {
  let object: CoreURL? = unsafe CFURLCreateWithBytes(
    allocator, URLBytes as UnsafePointer<UInt8>?, length, encoding, core(baseURL) as CoreURL?)
  return alias(object)
}

/// Makes a URL with one more component of the path.
@_alwaysEmitIntoClient
public func CFURLCreateCopyAppendingPathComponent(
  _ allocator: CFAllocator!, _ url: CFURL!, _ pathComponent: CFString!, _ isDirectory: Bool
) -> CFURL! {
  let object: CoreURL? = CFURLCreateCopyAppendingPathComponent(
    allocator, core(url) as CoreURL?, core(pathComponent) as CoreString?, isDirectory)
  return alias(object)
}

/// Makes a URL without the last component of the path.
@_alwaysEmitIntoClient
public func CFURLCreateCopyDeletingLastPathComponent(
  _ allocator: CFAllocator!, _ url: CFURL!
) -> CFURL! {
  let object: CoreURL? = CFURLCreateCopyDeletingLastPathComponent(allocator, core(url) as CoreURL?)
  return alias(object)
}

/// Makes a URL with an extension.
@_alwaysEmitIntoClient
public func CFURLCreateCopyAppendingPathExtension(
  _ allocator: CFAllocator!, _ url: CFURL!, _ `extension`: CFString!
) -> CFURL! {
  let object: CoreURL? = CFURLCreateCopyAppendingPathExtension(
    allocator, core(url) as CoreURL?, core(`extension`) as CoreString?)
  return alias(object)
}

/// Makes a URL without the extension.
@_alwaysEmitIntoClient
public func CFURLCreateCopyDeletingPathExtension(
  _ allocator: CFAllocator!, _ url: CFURL!
) -> CFURL! {
  let object: CoreURL? = CFURLCreateCopyDeletingPathExtension(allocator, core(url) as CoreURL?)
  return alias(object)
}

// MARK: - Parts

/// The text of a URL, without its base.
@_alwaysEmitIntoClient
public func CFURLGetString(_ anURL: CFURL!) -> CFString! {
  let object: CoreString? = CFURLGetString(core(anURL) as CoreURL?)
  return alias(object)
}

/// A URL that needs no base.
@_alwaysEmitIntoClient
public func CFURLCopyAbsoluteURL(_ relativeURL: CFURL!) -> CFURL! {
  let object: CoreURL? = CFURLCopyAbsoluteURL(core(relativeURL) as CoreURL?)
  return alias(object)
}

/// The path of a URL as files have it.
@_alwaysEmitIntoClient
public func CFURLCopyFileSystemPath(_ anURL: CFURL!, _ pathStyle: CFURLPathStyle) -> CFString! {
  let object: CoreString? = CFURLCopyFileSystemPath(core(anURL) as CoreURL?, pathStyle)
  return alias(object)
}

/// The path of a URL with its escapes.
@_alwaysEmitIntoClient
public func CFURLCopyPath(_ anURL: CFURL!) -> CFString! {
  let object: CoreString? = CFURLCopyPath(core(anURL) as CoreURL?)
  return alias(object)
}

/// The last component of the path.
@_alwaysEmitIntoClient
public func CFURLCopyLastPathComponent(_ url: CFURL!) -> CFString! {
  let object: CoreString? = CFURLCopyLastPathComponent(core(url) as CoreURL?)
  return alias(object)
}

/// The extension of the path.
@_alwaysEmitIntoClient
public func CFURLCopyPathExtension(_ url: CFURL!) -> CFString! {
  let object: CoreString? = CFURLCopyPathExtension(core(url) as CoreURL?)
  return alias(object)
}

/// The scheme, such as `file` or `http`.
@_alwaysEmitIntoClient
public func CFURLCopyScheme(_ anURL: CFURL!) -> CFString! {
  let object: CoreString? = CFURLCopyScheme(core(anURL) as CoreURL?)
  return alias(object)
}

/// The name of the host.
@_alwaysEmitIntoClient
public func CFURLCopyHostName(_ anURL: CFURL!) -> CFString! {
  let object: CoreString? = CFURLCopyHostName(core(anURL) as CoreURL?)
  return alias(object)
}

/// Writes the path of a URL, as the functions of C take it, and reports whether it fits.
@discardableResult
@_alwaysEmitIntoClient
public func CFURLGetFileSystemRepresentation(
  _ url: CFURL!, _ resolveAgainstBase: Bool, _ buffer: UnsafeMutablePointer<UInt8>!,
  _ maxBufLen: CFIndex
) -> Bool {
  unsafe CFURLGetFileSystemRepresentation(
    core(url) as CoreURL?, resolveAgainstBase, buffer, maxBufLen)
}

// MARK: - Bundles

/// The URL of a file in a bundle.
@_alwaysEmitIntoClient
public func CFBundleCopyResourceURL(
  _ bundle: CFBundle!, _ resourceName: CFString!, _ resourceType: CFString!,
  _ subDirName: CFString!
) -> CFURL! {
  let object: CoreURL? = CFBundleCopyResourceURL(
    bundle, core(resourceName) as CoreString?, core(resourceType) as CoreString?,
    core(subDirName) as CoreString?)
  return alias(object)
}
