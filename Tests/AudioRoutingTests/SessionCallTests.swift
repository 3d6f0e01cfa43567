#if PulseAudio
  import Synchronization
  import TestSupport
  import Testing

  @testable import AudioDevices
  @testable import AudioRouting

  /// Calls, which a server reports by its streams and by requests to our streams.
  @Suite struct SessionCallTests {
    /// One of our streams, which reports when it continues.
    private final class Stream: ServerStream {
      let streams: ServerStreams
      let releases = Mutex(0)

      init(_ streams: ServerStreams) { self.streams = streams }

      var bufferSeconds: Double? { nil }

      func release() {
        releases.withLock { $0 += 1 }
        streams.setHeld(false, ObjectIdentifier(self))
      }
    }

    private func snapshot(_ roles: String...) -> ServerSnapshot {
      var snapshot = ServerSnapshot()
      snapshot.streams = roles.map {
        ServerStreamInfo(isOwn: false, device: 0, isCorked: false, role: $0)
      }
      return snapshot
    }

    /// A session on a missing server, and its own stream.
    private func made(_ name: String) -> (ProcessSession, Stream) {
      let session = ProcessSession(DeviceChoice([.pulseAudio(server: "unix:/nowhere/\(name)")]))
      let stream = Stream(session.streams)
      session.streams.add(stream)
      return (session, stream)
    }

    @Test func anInterruptionWithoutAnEndEndsWithItsCall() {
      let (session, stream) = made(#function)
      session.handle(.server(.snapshot(snapshot("music"))))
      session.streams.setHeld(true, ObjectIdentifier(stream))
      session.handle(.streams(.held))
      // From before the call.
      session.handle(.server(.snapshot(snapshot("music"))))
      #expect(session.isInterrupted && stream.releases.withLock { $0 } == 0)
      session.handle(.server(.snapshot(snapshot("music", "phone"))))
      #expect(session.isInterrupted && stream.releases.withLock { $0 } == 0)
      session.handle(.server(.snapshot(snapshot("music"))))
      #expect(stream.releases.withLock { $0 } == 1 && !session.streams.isHeld)
      session.handle(.streams(.released))
      #expect(!session.isInterrupted)
    }

    @Test func streamsHeldForAnotherReasonAreLeftToTheServer() {
      let (session, stream) = made(#function)
      session.streams.setHeld(true, ObjectIdentifier(stream))
      session.handle(.streams(.held))
      for _ in 0..<3 { session.handle(.server(.snapshot(snapshot("event")))) }
      #expect(session.isInterrupted && stream.releases.withLock { $0 } == 0)
      session.streams.setHeld(false, ObjectIdentifier(stream))
      session.handle(.streams(.released))
      #expect(!session.isInterrupted)
    }

    @Test func bothSessionsOfAServerAreNotified() {
      let (first, stream) = made(#function)
      let (second, _) = made(#function)
      first.listen()
      second.listen()
      first.streams.setHeld(true, ObjectIdentifier(stream))
      #expect(waitUntil { first.isInterrupted && second.isInterrupted })
      second.listen()
      first.streams.setHeld(false, ObjectIdentifier(stream))
      #expect(waitUntil { !first.isInterrupted && !second.isInterrupted })
    }
  }
#endif
