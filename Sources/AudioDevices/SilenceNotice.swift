internal import Glibc
internal import Synchronization

/// A line on standard error, once per process, for a device that is silent.
final class SilenceNotice: Sendable {
  static let output = SilenceNotice("plays silently, because the output device is null")
  static let input = SilenceNotice("records silence, because the input device is null")

  private let text: String
  private let isWritten = Atomic<Bool>(false)

  private init(_ text: String) { self.text = "OpenCoreAudio: " + text + "\n" }

  func report() {
    guard !isWritten.exchange(true, ordering: .relaxed) else { return }
    // Safe: the C string outlives the call.
    _ = unsafe text.withCString { unsafe write(STDERR_FILENO, $0, strlen($0)) }
  }
}
