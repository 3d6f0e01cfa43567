internal import AudioFiles
internal import AudioModel

/// Reads a medium from a time back to its start, in pieces that are reversed.
struct ReversedReading {
  /// Seconds of a piece.
  private static let pieceSeconds = 0.5

  private let sampleRate: Double
  private let channelCount: Int
  /// The frame before which the next piece ends.
  private var end: Int

  /// Starts before a time.
  ///
  /// - Parameters:
  ///   - seconds: The time; the length of the medium limits it.
  ///   - info: Information about the medium.
  ///   - sampleRate: The rate of the frames.
  init(from seconds: Double, _ info: MediaItem.Info, sampleRate: Double) {
    self.sampleRate = sampleRate
    channelCount = max(1, info.format.channelCount)
    let last = min(seconds, info.length?.seconds ?? seconds)
    end = Int((max(0, min(last, 1e9)) * sampleRate).rounded())
  }

  /// Appends the frames of the next piece, the last one first.
  ///
  /// - Parameters:
  ///   - frames: The medium.
  ///   - number: The number of the last seek.
  ///   - samples: Receives the frames; none at the start of the medium.
  /// - Returns: The time after the first appended frame, in seconds; `nil` at the start of the
  ///   medium.
  /// - Throws: ``MediaFailure`` if the medium cannot be read.
  mutating func read(
    frames: inout any MediaFrames, _ number: Int, into samples: inout [Float]
  ) throws(MediaFailure) -> Double? {
    while end > 0 {
      let start = max(0, end - Int(Self.pieceSeconds * sampleRate))
      let time = Double(end) / sampleRate
      var piece: [Float] = []
      let wanted = (end - start) * channelCount
      frames.seek(to: Double(start) / sampleRate, number: number)
      while piece.count < wanted {
        let before = piece.count
        _ = try frames.read((wanted - before) / channelCount, into: &piece)
        if piece.count == before { break }
      }
      end = start
      // A stated length may be longer than the medium.
      guard !piece.isEmpty else { continue }
      let missing = wanted - piece.count
      piece.reverseFrames(channelCount: channelCount)
      samples += piece
      return time - Double(missing / channelCount) / sampleRate
    }
    return nil
  }
}

extension [Float] {
  /// Reverses the order of interleaved frames.
  mutating func reverseFrames(channelCount: Int) {
    var (low, high) = (0, count / channelCount - 1)
    while low < high {
      for channel in 0..<channelCount {
        swapAt(low * channelCount + channel, high * channelCount + channel)
      }
      (low, high) = (low + 1, high - 1)
    }
  }
}
