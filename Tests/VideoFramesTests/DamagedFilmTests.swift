#if LibAV && Video
  import AudioTransport
  import Foundation
  import TestSupport
  import Testing
  import VideoFrames

  @Suite struct DamagedFilmTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Numbers that look random, the same ones in each run.
    private struct Numbers: RandomNumberGenerator {
      var state: UInt64

      /// The next number.
      ///
      /// Source: Fast Splittable Pseudorandom Number Generators, 2014, by Steele, Lea and Flood.
      mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
      }
    }

    /// Changes bytes, mostly in the header, or removes a part.
    private func damage(_ bytes: [UInt8], _ numbers: inout Numbers) -> [UInt8] {
      var bytes = bytes
      let count = Int.random(in: 1...16, using: &numbers)
      let isHeader = Bool.random(using: &numbers)
      for _ in 0..<count {
        let end = isHeader ? min(bytes.count, 2048) : bytes.count
        bytes[Int.random(in: 0..<end, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
      }
      if Int.random(in: 0..<4, using: &numbers) == 0 {
        let start = Int.random(in: 0..<bytes.count, using: &numbers)
        bytes.removeSubrange(start..<min(bytes.count, start + 1000))
      }
      return bytes
    }

    @Test("damaged films end, with pictures in the size of the film", arguments: Film.all)
    func ends(film: Film) throws {
      try checkDamage(try Tool.read(try film.make(in: folder)), versions: 12, mostFrames: 200)
    }

    /// Small films of a folder.
    private static let corpus: [URL] = {
      guard let folder = ProcessInfo.processInfo.environment["OCA_FILMS"] else { return [] }
      let names = (FileManager.default.subpaths(atPath: folder) ?? []).sorted()
      return names.map { URL(fileURLWithPath: folder + "/" + $0) }.filter { url in
        let size = try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize
        guard let size, size < 3 << 20, let source = try? FileByteSource(path: url.path) else {
          return false
        }
        return (try? VideoReader(source)) != nil
      }
    }()

    @Test(
      "damaged films of a folder end", .enabled(if: !corpus.isEmpty, "OCA_FILMS has no films"),
      arguments: corpus)
    func endsInFolder(film: URL) throws {
      try checkDamage(try Tool.read(film), versions: 20)
    }

    private func checkDamage(_ bytes: [UInt8], versions: Int, mostFrames: Int? = nil) throws {
      var numbers = Numbers(state: 1)
      for _ in 0..<versions {
        let damaged = damage(bytes, &numbers)
        guard let reader = try? VideoReader(MemoryByteSource(damaged)) else { continue }
        var count = 0
        while let frame = try? reader.next() {
          count += 1
          #expect(frame.width * frame.height <= PixelMemory.mostPixels)
          if count > 200 { break }
        }
        // Films of a folder may be longer.
        if let mostFrames { #expect(count <= mostFrames) }
        guard let maker = try? ThumbnailMaker(MemoryByteSource(damaged)) else { continue }
        for seconds in [0, 1.5, 1e6] {
          var request = ThumbnailRequest(seconds: seconds)
          request.limit = (64, 64)
          let picture = try? maker.thumbnail(request)
          #expect(picture.map { $0.pixels.width <= 64 && $0.pixels.height <= 64 } ?? true)
        }
      }
    }
  }
#endif
