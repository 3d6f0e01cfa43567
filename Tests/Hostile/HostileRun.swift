import AudioToolbox

/// The parent: starts a child for each file, and another for the remaining damages if a child dies.
final class HostileRun {
  private let options: HostileOptions
  private var caseCount = 0
  private var foundCount = 0
  private var leftOut = 0
  private var slowest = (milliseconds: 0.0, what: "none")
  private var largest = (kilobytes: 0, what: "none")
  private var mostKilobytes = 0

  /// The longest silence of a child, in milliseconds, before it counts as hanging.
  ///
  /// It is long enough for a busy machine.
  private static let patience: Int32 = 30_000
  /// The number of findings after which the rest of a file is left out.
  private static let mostFindings = 20

  init(_ options: HostileOptions) {
    self.options = options
  }

  /// - Returns: Whether all rules held.
  func run() -> Bool {
    let files = options.paths.flatMap { Self.files(in: $0) }
    for file in files { check(file) }
    print(
      """
      \(files.count) files, \(caseCount) damages, \(leftOut) left out for time, seed \(options.seed)
      longest: \(slowest.milliseconds) ms, \(slowest.what)
      largest: \(largest.kilobytes) KB beside twice the file, \(largest.what)
      largest process: \(mostKilobytes) KB
      found: \(foundCount)
      """)
    return !files.isEmpty && foundCount == 0
  }

  /// The file, or the folder's files in the order of their names, without descriptions.
  private static func files(in path: String) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return [] }
    guard isFolder.boolValue else { return [path] }
    let texts = [".json", ".tsv", ".md", ".txt"]
    let names = (FileManager.default.subpaths(atPath: path) ?? []).sorted()
    return names.map { path + "/" + $0 }.filter { name in
      var isFolder: ObjCBool = false
      return !texts.contains { name.hasSuffix($0) }
        && FileManager.default.fileExists(atPath: name, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }

  private func check(_ file: String) {
    var next = 0
    let before = foundCount
    while next < options.caseCount, foundCount < before + Self.mostFindings {
      guard let child = HostileChild(options, file: file, from: next) else {
        found("\(file): cannot be read")
        return
      }
      var current = next
      var isDone = false
      while let line = child.nextLine(within: Self.patience) {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        let number = words.count > 1 ? Int(words[1]) ?? 0 : 0
        switch words.first {
        case "case":
          current = number
          caseCount += 1
        case "left":
          leftOut += options.caseCount - number
        case "done":
          isDone = true
          note(file, words)
        default: found("\(file) --case \(number): \(line)")
        }
      }
      let end = child.end()
      if isDone { return }
      if end != .exited(HostileReader.memoryStatus) {
        found("\(file) --case \(current): \(end)")
      }
      next = current + 1
    }
  }

  /// Reports at once, because a run may take an hour.
  private func found(_ finding: String) {
    print("FOUND \(finding)")
    fflush(nil)
    foundCount += 1
  }

  private func note(_ file: String, _ words: [String]) {
    let rest = words.dropFirst(2).first.map { $0.split(separator: " ") } ?? []
    guard let kilobytes = Int(words[1]), rest.count == 3, let time = Double(rest[0]),
      let start = Int(rest[2])
    else { return }
    if time > slowest.milliseconds { slowest = (time, "\(file) --case \(rest[1])") }
    let size = (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0
    let more = kilobytes - start - 2 * size >> 10
    if more > largest.kilobytes { largest = (more, file) }
    mostKilobytes = max(mostKilobytes, kilobytes)
  }
}
