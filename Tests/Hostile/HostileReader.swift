import AudioToolbox

/// A child: reads one file with one damage after the other, and reports on lines.
///
///     case N          before each damage
///     slow N MS       after a damage that took more than a second
///     broke N TEXT    after a damage that broke a rule
///     memory N KB     after a damage that took too much memory; then the child exits
///     done KB MS N KB at the end: peak memory, longest time and its damage, memory at the start
///     left N          when the time is up, with the first damage left out
struct HostileReader {
  private let options: HostileOptions
  private var bytes: [UInt8]
  /// The process's memory before it loads the file, in kilobytes.
  private let startKilobytes: Int

  /// The memory that reading may take in addition to twice the file's size, in kilobytes.
  static let mostKilobytes = 32 << 10
  /// The remaining address space in bytes.
  ///
  /// Allocations of promised sizes fail.
  private static let mostAddresses = 512 << 20
  static let memoryStatus: Int32 = 3

  init(_ options: HostileOptions, file: String) {
    self.options = options
    startKilobytes = Self.peakKilobytes
    guard let data = FileManager.default.contents(atPath: file) else { exit(4) }
    bytes = Array(data)
  }

  func replay(_ number: Int) {
    var this = self
    let damage = HostileCase(number, of: bytes.count, options)
    print("\(damage)")
    let (milliseconds, broken) = this.run(damage)
    print("\(milliseconds) ms, \(Self.peakKilobytes) KB", broken ?? "")
  }

  func run(from first: Int) {
    var this = self
    let limit = startKilobytes + Self.mostKilobytes + 2 * bytes.count >> 10
    Self.limitAddresses(to: Self.mostAddresses + 8 * bytes.count)
    var total = 0.0
    var slowest = (milliseconds: 0.0, number: 0)
    for number in first..<options.caseCount {
      Self.say("case \(number)")
      let (milliseconds, broken) = this.run(HostileCase(number, of: bytes.count, options))
      total += milliseconds
      if milliseconds > slowest.milliseconds { slowest = (milliseconds, number) }
      if milliseconds > 1000 { Self.say("slow \(number) \(Int(milliseconds))") }
      if let broken { Self.say("broke \(number) \(broken)") }
      guard Self.peakKilobytes <= limit else {
        Self.say("memory \(number) \(Self.peakKilobytes)")
        exit(Self.memoryStatus)
      }
      if total > Double(options.seconds) * 1000, number + 1 < options.caseCount {
        Self.say("left \(number + 1)")
        break
      }
    }
    let most = Self.peakKilobytes
    Self.say("done \(most) \(slowest.milliseconds) \(slowest.number) \(startKilobytes)")
  }

  /// - Returns: Milliseconds of work, and the broken rule.
  private mutating func run(_ damage: HostileCase) -> (milliseconds: Double, broken: String?) {
    var dice = damage.dice
    let start = Self.workedMilliseconds
    damage.flip(&bytes)
    defer { damage.flip(&bytes) }
    let broken = bytes.withUnsafeBytes { all -> String? in
      let file = UnsafeRawBufferPointer(rebasing: all[..<damage.byteCount])
      if let broken = FileClient(file).read(&dice) ?? StreamClient(file).read(&dice) {
        return broken
      }
      return dice.next(8) == 0 ? ChangingClient(file).change(&dice) : nil
    }
    return (Self.workedMilliseconds - start, broken)
  }

  private static func say(_ line: String) {
    let line = Array((line + "\n").utf8)
    _ = line.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
  }

  /// The CPU time of this process in milliseconds.
  private static var workedMilliseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// The peak memory of this process in kilobytes.
  private static var peakKilobytes: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
  }

  private static func limitAddresses(to more: Int) {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let held = (pages.split(separator: " ").first.flatMap { Int($0) } ?? 0) * 4096
    var limit = rlimit(rlim_cur: rlim_t(held + more), rlim_max: rlim_t(held + more))
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
  }
}
