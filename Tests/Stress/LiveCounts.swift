import AudioToolbox

/// The resources of this process at one moment.
struct LiveCounts: CustomStringConvertible {
  /// The library's references that clients hold.
  let references: Int
  /// Threads of the library.
  let threads: [String]
  /// The open files, with their counts.
  let files: [String: Int]
  /// Bytes in use on the heap; 0 where a sanitizer replaces the heap.
  let heapBytes: Int

  init() {
    references = OpenReferences.count
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    threads =
      tasks.compactMap { task in
        try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
          .trimmingCharacters(in: .newlines)
      }.filter { $0.hasPrefix("oca-") || $0 == "ExtAudioFile" }.sorted()
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    var files: [String: Int] = [:]
    for descriptor in open {
      let path = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/\(descriptor)")
      // The listed folder's own descriptor is closed by now. Run loops and dispatch queues have
      // descriptors.
      guard let path, !path.hasPrefix("/proc/"), !path.hasPrefix("anon_inode:") else { continue }
      files[path, default: 0] += 1
    }
    self.files = files
    let heap = mallinfo2()
    heapBytes = Int(heap.uordblks) + Int(heap.hblkhd)
  }

  /// Whether all resources except memory are at most as before.
  func hasNoMore(than before: LiveCounts) -> Bool {
    references <= before.references && threads.count <= before.threads.count
      && files.allSatisfy { $0.value <= before.files[$0.key, default: 0] }
  }

  var description: String {
    "\(references) references, threads \(threads), files \(files), \(heapBytes / 1024) KiB"
  }
}
