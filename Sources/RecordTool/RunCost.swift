import Foundation
import Glibc

/// The cost of a run: time, processor time, and memory.
enum RunCost {
  /// The cost of this process since a moment, as a line of text.
  static func line(since start: ContinuousClock.Instant) -> String {
    let elapsed = (ContinuousClock.now - start) / .seconds(1)
    let processor = Double(clock()) / Double(CLOCKS_PER_SEC)
    var line = String(format: "%.2f s elapsed; %.2f s of processor time", elapsed, processor)
    if let mebibytes { line += String(format: "; at most %.1f MiB of memory", mebibytes) }
    return line
  }

  /// The peak memory of the process, if the system reports it.
  private static var mebibytes: Double? {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Double($0.filter(\.isNumber)) }.map { $0 / 1024 }
  }
}
