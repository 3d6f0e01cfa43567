internal import AudioTransport
public import Foundation

/// The key of an ``AVURLAssetOpenCoreAudioCache``, which keeps the bytes of an `http` or `https`
/// asset on disk.
///
/// An extension of this project, which Apple's frameworks do not have. Without this option, nothing
/// is kept.
public let AVURLAssetOpenCoreAudioCacheKey = "AVURLAssetOpenCoreAudioCacheKey"

/// A folder that keeps the bytes of assets, for ``AVURLAssetOpenCoreAudioCacheKey``.
///
/// An extension of this project, which Apple's frameworks do not have. An asset with a cache plays
/// while the whole resource arrives. Parts on disk are not fetched again, neither by later assets
/// nor by other processes with the same folder. The server is asked whether these parts are
/// current, unless the server has stated how long they stay current. If the server does not answer
/// within two seconds, a complete resource plays from the disk. It does not play if the server
/// requires confirmation.
///
/// These are not kept: live streams, resources that the server forbids to store, and resources
/// larger than the limit. A resource also needs a strong `ETag`, or both a `Last-Modified` date and
/// a length.
public struct AVURLAssetOpenCoreAudioCache: Hashable, Sendable {
  /// The folder, which is created when needed.
  ///
  /// Use this folder for the cache only.
  public var folder: URL
  /// The largest size of all resources in the folder, in bytes.
  ///
  /// The least recently used resources are deleted first. Several writers at the same time can
  /// exceed the size for a while.
  public var byteLimit: Int

  /// Makes a cache in a folder.
  public init(folder: URL, byteLimit: Int = 1_000_000_000) {
    self.folder = folder
    self.byteLimit = byteLimit
  }

  /// The cache options of a transfer; `nil` if the folder is not a file URL or the limit is not
  /// positive.
  var options: CacheOptions? {
    guard folder.isFileURL, byteLimit > 0 else { return nil }
    return CacheOptions(folder: folder.path, byteLimit: UInt64(byteLimit))
  }
}
