#if PulseAudio
  internal import CPulse

  /// The handler of a libpulse stream's events, as an object for C.
  final class StreamEvents: Sendable {
    private let body: @Sendable (OCAPulseEvent) -> Void

    init(_ body: @escaping @Sendable (OCAPulseEvent) -> Void) { self.body = body }

    /// Receives an event on the connection's thread.
    ///
    /// The context is a `StreamEvents` object, kept until the stream is closed.
    static let take: @convention(c) (UnsafeMutableRawPointer, OCAPulseEvent) -> Void = {
      context, event in
      unsafe Unmanaged<StreamEvents>.fromOpaque(context).takeUnretainedValue().body(event)
    }
  }

  extension DeviceEvent {
    /// Converts an event of a stream; `nil` if the stream handles the event itself.
    init?(_ event: OCAPulseEvent) {
      switch event {
      case OCAPulseLost: self = .lost
      case OCAPulseMoved: self = .moved
      default: return nil
      }
    }
  }
#endif
