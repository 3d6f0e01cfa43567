public import Foundation

/// The source of `AVAsset.init(url:)`.
///
/// An initializer of a class cannot return an object of a subclass, but one of a protocol can.
public protocol OpenCoreAudioURLAssetMaking {}

extension OpenCoreAudioURLAssetMaking where Self: AVAsset {
  /// Makes an ``AVURLAsset``.
  ///
  /// - Parameter url: A file, or an `http` or `https` URL.
  public init(url: URL) {
    guard let asset = AVURLAsset(url: url, options: nil) as? Self else {
      preconditionFailure("\(Self.self) has no initializer of a URL")
    }
    self = asset
  }
}
