#if ALSA
  import AudioDevices
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// PCMs that do not come to an end of being opened, as those of a sound server that hangs.
  extension ALSADeviceTests {
    /// What opens a PCM, and says whether there was one.
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
    }

    @Test(arguments: Attempt.allCases)
    func aPCMThatDoesNotAnswerIsAbsentUntilItDoes(attempt: Attempt) throws {
      let folder = try TemporaryFolder()
      let pipe = folder.url("pipe").path
      // Safe: the path is alive for the call.
      try #require(unsafe mkfifo(pipe, 0o600) == 0)
      // A pipe is opened for reading when somebody opens it for writing.
      try configure(
        "type file slave.pcm { type null } file \"/dev/null\" infile \"\(pipe)\" format raw",
        in: folder)
      let answers = Mutex<[Bool]>([])
      Thread.detachNewThread {
        for _ in 0..<2 {
          let isThere = attempt.isThere()
          answers.withLock { $0.append(isThere) }
        }
      }
      defer { release(pipe) }
      try waitUntil("nobody waits any more") { answers.withLock { $0.count } == 2 }
      #expect(answers.withLock { $0 } == [false, false])
      // What is opened in the end is closed by itself, and the PCM is asked again.
      #expect(release(pipe))
      try configure("type null", in: folder)
      try waitUntil("the PCM is there") { attempt.isThere() }
    }

    /// Lets those go on who wait for a pipe, until nobody has it open; false where nobody had.
    @discardableResult
    private func release(_ pipe: String) -> Bool {
      // Safe: the path is alive for the call; so below.
      let end = unsafe open(pipe, O_WRONLY | O_NONBLOCK)
      guard end >= 0 else { return false }
      defer { close(end) }
      return waitUntil {
        var file = pollfd(fd: end, events: 0, revents: 0)
        return unsafe poll(&file, 1, 0) == 1 && file.revents & Int16(POLLERR) != 0
      }
    }
  }
#endif
