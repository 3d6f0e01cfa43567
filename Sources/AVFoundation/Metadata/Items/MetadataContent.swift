internal import AudioContainers
internal import AudioPlayback
internal import AudioTransport
internal import Foundation
internal import Synchronization

/// The value of a metadata item: known, or read on request.
final class MetadataContent: @unchecked Sendable {
  // Unchecked: the values are immutable objects.

  typealias Value = any NSCopying & NSObjectProtocol

  /// A value that has been read.
  struct Loaded: @unchecked Sendable {
    // Unchecked: the value is an immutable object.
    var value: Value
  }

  typealias Outcome = Result<Loaded, AVError>

  /// A picture in the media.
  struct Picture {
    var bytes: MediaBytes
    var artwork: Artwork
    /// The name of the media in error messages.
    var name: String
  }

  private enum Phase {
    case unread
    /// The group ends when the value has been read.
    case reading(DispatchGroup)
    case read(Outcome)
  }

  private let reader: (@Sendable () -> Outcome)?
  private let phase = Mutex(Phase.unread)
  /// The value, unless it is read on request.
  let knownValue: Value?
  /// The bytes of a text as they were sent.
  let bytes: Data?

  init(_ value: Value?, bytes: Data? = nil) {
    self.bytes = bytes
    reader = nil
    knownValue = value
  }

  init(_ picture: Picture) {
    bytes = nil
    knownValue = nil
    reader = { picture.read() }
  }

  /// Makes a value that a function reads once, on any thread.
  init(reader: @escaping @Sendable () -> Outcome) {
    bytes = nil
    knownValue = nil
    self.reader = reader
  }

  /// The value; waits if it must be read first, and is `nil` if that fails.
  var value: Value? {
    if let knownValue { return knownValue }
    return try? load()?.get().value
  }

  /// Whether the value is known or was read successfully; `nil` if it has not been read.
  var outcome: Result<Void, AVError>? {
    guard reader != nil else { return .success(()) }
    guard case .read(let outcome) = phase.withLock({ $0 }) else { return nil }
    return outcome.map { _ in }
  }

  /// Reads the value, unless it has been read; waits if another thread is reading it.
  ///
  /// - Returns: The outcome; `nil` if the value was known from the start.
  @discardableResult
  func load() -> Outcome? {
    guard let reader else { return nil }
    let group = DispatchGroup()
    // Enter before another thread can wait for the group.
    group.enter()
    defer { group.leave() }
    let before = phase.withLock { phase in
      defer { if case .unread = phase { phase = .reading(group) } }
      return phase
    }
    switch before {
    case .read(let outcome): return outcome
    case .reading(let other):
      other.wait()
      return load()
    case .unread:
      let outcome = reader()
      phase.withLock { $0 = .read(outcome) }
      return outcome
    }
  }

  /// The type of the value; waits if the value must be read first.
  ///
  /// Source: Core Media's names of the types, such as `kCMMetadataBaseDataType_UTF8`.
  var dataType: String? {
    let kind: String
    switch value {
    case nil: return nil
    case is NSString: kind = "UTF-8"
    case let number as NSNumber: kind = number.isWhole ? "int64" : "float64"
    case let data as NSData: kind = Self.pictureType(Data(referencing: data)) ?? "raw-data"
    default: return nil
    }
    return "com.apple.metadata.datatype." + kind
  }

  /// The type of a picture by its first bytes.
  private static func pictureType(_ data: Data) -> String? {
    let types: [(start: [UInt8], name: String)] = [
      ([0xFF, 0xD8, 0xFF], "JPEG"), ([0x89, 0x50, 0x4E, 0x47], "PNG"),
      ([0x47, 0x49, 0x46, 0x38], "GIF"), ([0x42, 0x4D], "BMP"),
    ]
    return types.first { data.starts(with: $0.start) }?.name
  }
}

extension MetadataContent.Picture {
  fileprivate func read() -> MetadataContent.Outcome {
    do {
      return .success(.init(value: Data(try bytes.picture(artwork)) as NSData))
    } catch {
      return .failure(AVError(.transport(error), of: name))
    }
  }
}

extension NSNumber {
  fileprivate var isWhole: Bool { doubleValue == doubleValue.rounded() }
}
