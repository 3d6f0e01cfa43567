internal import AudioContainers
internal import AudioPlayback
internal import AudioTransport
internal import Foundation
internal import Synchronization

/// The value of a metadata item: known, or a picture that is read on request.
final class MetadataContent: @unchecked Sendable {
  // Unchecked: the values are immutable objects.

  /// A picture in the media.
  struct Picture {
    var bytes: MediaBytes
    var artwork: Artwork
    /// The name of the media in error messages.
    var name: String
  }

  private let picture: Picture?
  private let state: Mutex<Result<Data, AVError>?>
  /// The value, unless it is a picture.
  let knownValue: (any NSObject & NSCopying)?
  /// The bytes of a text as they were sent.
  let bytes: Data?

  init(_ value: any NSObject & NSCopying, bytes: Data? = nil) {
    self.bytes = bytes
    picture = nil
    state = Mutex(nil)
    knownValue = value
  }

  init(_ picture: Picture) {
    bytes = nil
    self.picture = picture
    state = Mutex(nil)
    knownValue = nil
  }

  /// The value; reads a picture, and waits for it.
  var value: (any NSObject & NSCopying)? {
    if let knownValue { return knownValue }
    return (try? load().get()).map { $0 as NSData }
  }

  /// How reading ended; `nil` for a picture that has not been read.
  var outcome: Result<Void, AVError>? {
    knownValue == nil ? state.withLock { $0 }.map { $0.map { _ in } } : .success(())
  }

  /// Reads the picture once; others wait for it.
  func load() -> Result<Data, AVError> {
    state.withLock { state in
      if let state { return state }
      let loaded = read()
      state = loaded
      return loaded
    }
  }

  private func read() -> Result<Data, AVError> {
    guard let picture else { return .failure(AVError(.unknown)) }
    do {
      return .success(Data(try picture.bytes.picture(picture.artwork)))
    } catch {
      return .failure(AVError(.transport(error), of: picture.name))
    }
  }
}
