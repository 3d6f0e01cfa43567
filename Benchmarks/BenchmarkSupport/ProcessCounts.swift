import Foundation

/// The kernel's counters for this process.
public enum ProcessCounts {
  /// The bytes returned so far by `read` and related calls.
  public static var bytesRead: Int { value(of: "rchar", in: "/proc/self/io") }
  /// Memory in use, in KiB.
  public static var residentKiB: Int { value(of: "VmRSS", in: "/proc/self/status") }
  /// The highest memory in use so far, in KiB.
  public static var peakResidentKiB: Int { value(of: "VmHWM", in: "/proc/self/status") }

  private static func value(of key: String, in path: String) -> Int {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    for line in text.split(separator: "\n") where line.hasPrefix(key + ":") {
      return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
    }
    return 0
  }
}
