#if PulseAudio
  import Dispatch
  import Synchronization
  import Testing

  @testable import AudioDevices
  @testable import AudioRouting

  /// Changes of a session by several threads.
  @Suite struct SessionChangeTests {
    /// A stream that records its last request.
    private final class Stream: ServerStream {
      let role = Mutex(StreamRole.music)

      var bufferSeconds: Double? { nil }

      func setRole(_ role: StreamRole) {
        self.role.withLock { $0 = role }
      }
    }

    @Test func streamsHaveTheRoleOfTheLastChange() {
      let session = ProcessSession(
        DeviceChoice([.pulseAudio(server: "unix:/nowhere/\(#function)")]))
      let stream = Stream()
      session.streams.add(stream)
      let changes: [(SessionSetup.Category, Double)] = [
        (.ambient, 0.01), (.multiRoute, 0.02), (.playback, 0.03),
      ]
      for _ in 0..<2000 {
        DispatchQueue.concurrentPerform(iterations: changes.count) { index in
          _ = session.change { setup in
            (setup.category, setup.bufferSeconds) = changes[index]
          }
        }
        let setup = session.setup
        #expect(session.streams.role == setup.role)
        #expect(stream.role.withLock { $0 } == setup.role)
        #expect(session.streams.bufferSeconds == setup.bufferSeconds)
      }
    }
  }
#endif
