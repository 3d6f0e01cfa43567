#if ALSA
  import AudioDevices
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// PCMs whose opening does not end, as with a hanging sound server.
  extension ALSADeviceTests {
    /// An operation that opens a PCM, and reports whether it exists.
    enum Attempt: CaseIterable, Sendable {
      case play
      case record
      case askToPlay
      case askToRecord
      case lookAtCards

      func isThere() -> Bool {
        switch self {
        case .play:
          let playing = try? Playing(ALSADevice(), ramp(frames: 10))
          playing?.device.stop()
          return playing != nil
        case .record:
          let capturing = try? Capturing(ALSAInput())
          capturing?.device.stop()
          return capturing != nil
        case .askToPlay: return DeviceKind.alsa().isReachable
        case .askToRecord: return InputKind.alsa().isReachable
        case .lookAtCards:
          let nowhere = "/nonexistent"
          return !SoundCards(information: nowhere, devices: nowhere).snapshot.devices.isEmpty
        }
      }

      /// Runs twice on another thread, and expects no PCM and no wait.
      func expectNothing() throws {
        let answers = Mutex<[Bool]>([])
        Thread.detachNewThread {
          for _ in 0..<2 {
            let isThere = isThere()
            answers.withLock { $0.append(isThere) }
          }
        }
        // ALSA's plug-in waits half a minute each time.
        try waitUntil("no thread waits", seconds: 25) { answers.withLock { $0.count } == 2 }
        #expect(answers.withLock { $0 } == [false, false])
      }
    }

    /// Whether libasound's plug-in for PulseAudio is installed.
    static var hasServerPlugIn: Bool {
      let root = "/usr/lib"
      let folders = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
      return folders.contains {
        let path = "\(root)/\($0)/alsa-lib/libasound_module_pcm_pulse.so"
        return FileManager.default.fileExists(atPath: path)
      }
    }

    @Test(.enabled(if: hasServerPlugIn), arguments: Attempt.allCases)
    func aPCMOfAHangingServerIsAbsentUntilItAnswers(attempt: Attempt) throws {
      let folder = try TemporaryFolder()
      // Connections succeed, and the server never answers.
      let (socket, port) = try Sockets.listen()
      let isOpen = Mutex(true)
      func end() {
        let wasOpen = isOpen.withLock { isOpen in
          defer { isOpen = false }
          return isOpen
        }
        if wasOpen { close(socket) }
      }
      defer { end() }
      try configure("type pulse server \"tcp:127.0.0.1:\(port)\"", in: folder)
      try attempt.expectNothing()
      end()
      try configure("type null", in: folder)
      // The call that waits for the plug-in ends after half a minute.
      try waitUntil("the PCM exists", seconds: 90) { attempt.isThere() }
    }

    @Test(arguments: [Attempt.play, .record])
    func aPCMThatOpensTooLateIsClosed(attempt: Attempt) throws {
      let folder = try TemporaryFolder()
      let pipe = folder.url("pipe").path
      // Safe: the path is alive for the call; the same applies below.
      try #require(unsafe mkfifo(pipe, 0o600) == 0)
      // One end of a pipe opens when the other one opens.
      let files =
        attempt == .play ? "file \"\(pipe)\"" : "file \"/dev/null\" infile \"\(pipe)\""
      try configure("type file slave.pcm { type null } \(files) format raw", in: folder)
      var end: Int32 = -1
      func release() {
        guard end < 0 else { return }
        end = unsafe open(pipe, (attempt == .play ? O_RDONLY : O_WRONLY) | O_NONBLOCK)
      }
      defer {
        release()
        close(end)
      }
      try attempt.expectNothing()
      release()
      try #require(end >= 0)
      try waitUntil("the pipe has no users") {
        var file = pollfd(fd: end, events: 0, revents: 0)
        return unsafe poll(&file, 1, 0) == 1 && file.revents & Int16(POLLERR | POLLHUP) != 0
      }
      try configure("type null", in: folder)
      try waitUntil("the PCM exists") { attempt.isThere() }
    }
  }
#endif
