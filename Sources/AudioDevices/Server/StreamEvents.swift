#if PulseAudio
  internal import CPulse

  /// What hears of a stream of libpulse, as an object to be handed to C.
  final class StreamEvents: Sendable {
    private let body: @Sendable (OCAPulseEvent) -> Void

    init(_ body: @escaping @Sendable (OCAPulseEvent) -> Void) { self.body = body }

    /// Takes an event on the connection's thread; the context is one of these, kept until the stream is closed.
    static let take: @convention(c) (UnsafeMutableRawPointer, OCAPulseEvent) -> Void = {
      context, event in
      unsafe Unmanaged<StreamEvents>.fromOpaque(context).takeUnretainedValue().body(event)
    }
  }

  extension DeviceEvent {
    /// What an event of a stream means to its owner, or `nil` for one that the stream deals with.
    init?(_ event: OCAPulseEvent) {
      switch event {
      case OCAPulseLost: self = .lost
      case OCAPulseMoved: self = .moved
      default: return nil
      }
    }
  }
#endif
