import AudioModel

extension MP4SampleTable {
  /// Creates a table of the packets that have both a size and a location.
  ///
  /// - Parameters:
  ///   - sound: The sound of the packets; its frames per packet state whether all have the same
  ///     length.
  ///   - clock: The track's clock.
  /// - Returns: A table, possibly empty.
  consuming func makeTable(_ sound: SoundDescription, _ clock: MP4Clock) -> MP4PacketTable {
    sizes.close()
    let format = sound.format
    if format.hasConstantPackets {
      return makeConstantTable(bytes: format.bytesPerPacket, frames: format.framesPerPacket)
    }
    var extents = PacketExtents()
    var end: UInt64?
    let count = forEachChunk { offset, samples in
      if offset != end { extents.append(firstPacket: samples.lowerBound, offset: offset) }
      end = offset.clampedAdding(byteCount(of: samples))
    }
    let frames: MP4PacketTable.Frames =
      format.framesPerPacket > 0
      ? .constant(UInt32(truncatingIfNeeded: format.framesPerPacket)) : .runs(clock.frames(times))
    return MP4PacketTable(count: count, sizes: sizes, extents: extents, frames: frames)
  }

  /// Creates a table for uncompressed audio, whose chunks are divided into new packets.
  ///
  /// QuickTime counts frames with a size of 1, whatever their actual size. Others count frames with
  /// their size, or runs of frames.
  private func makeConstantTable(bytes: Int, frames: Int) -> MP4PacketTable {
    var extents = PacketExtents()
    var packetCount = 0
    var end: UInt64?
    let width = UInt64(bytes)
    let countsFrames = sizes.constant.map { !Int($0).isMultiple(of: bytes) } ?? false
    forEachChunk { offset, samples in
      let packets =
        countsFrames
        ? UInt64(samples.count / max(frames, 1)) : byteCount(of: samples) / width
      guard let count = Int(exactly: packets), count > 0, packetCount <= Int.max - count else {
        return
      }
      if offset != end { extents.append(firstPacket: packetCount, offset: offset) }
      packetCount += count
      let (size, overflow) = packets.multipliedReportingOverflow(by: width)
      end = overflow ? nil : offset.clampedAdding(size)
    }
    return MP4PacketTable(
      count: packetCount,
      sizes: PacketSizes(constant: UInt32(truncatingIfNeeded: bytes), count: packetCount),
      extents: extents, frames: .constant(UInt32(truncatingIfNeeded: frames)))
  }

  /// Converts the samples of a text track to chapters; empty if there are too many samples.
  ///
  /// The track's clock has `timescale` units per second.
  consuming func chapterTexts(timescale: UInt32) -> [ChapterText] {
    guard timescale > 0, sizes.count <= ChapterText.most else { return [] }
    sizes.close()
    var chapters: [ChapterText] = []
    forEachChunk { offset, samples in
      var place = offset
      for sample in samples {
        let size = sizes.size(at: sample)
        let start = Double(times.firstFrame(ofPacket: sample)) / Double(timescale)
        chapters.append(ChapterText(start: start, offset: place, byteCount: size))
        place = place.clampedAdding(UInt64(size))
      }
    }
    return chapters
  }

  /// The samples of a track of texts or metadata; empty if there are too many samples.
  consuming func timedSamples() -> [TimedSample] {
    // Samples of a common size cost no bytes in the file.
    let most = sizes.constant == nil ? TimedSample.most : ChapterText.most
    guard sizes.count <= most else { return [] }
    sizes.close()
    var found: [TimedSample] = []
    forEachChunk { offset, samples in
      var place = offset
      for sample in samples {
        let size = UInt64(sizes.size(at: sample))
        found.append(
          TimedSample(
            start: times.firstFrame(ofPacket: sample), duration: UInt64(times.frames(at: sample)),
            extent: FileExtent(offset: place, byteCount: size)))
        place = place.clampedAdding(size)
      }
    }
    return found
  }

  /// Iterates over the chunks and their samples while both last.
  ///
  /// - Returns: The number of samples passed.
  @discardableResult
  private func forEachChunk(_ body: (UInt64, Range<Int>) -> Void) -> Int {
    var sample = 0
    var run = 0
    for chunk in 0..<chunkCount {
      while run + 1 < chunkRuns.count, Int(chunkRuns[run + 1].firstChunk) <= chunk { run += 1 }
      guard run < chunkRuns.count else { break }
      let count = min(Int(chunkRuns[run].samplesPerChunk), sizes.count - sample)
      guard count > 0 else { continue }
      body(chunkOffset(at: chunk), sample..<sample + count)
      sample += count
      guard sample < sizes.count else { break }
    }
    return sample
  }

  private func byteCount(of samples: Range<Int>) -> UInt64 {
    if samples.count <= 16 {
      return samples.reduce(into: 0) { $0 = $0.clampedAdding(UInt64(sizes.size(at: $1))) }
    }
    return sizes.byteCount(before: samples.upperBound)
      &- sizes.byteCount(before: samples.lowerBound)
  }
}

/// A track's clock in relation to the frames of its audio.
struct MP4Clock: Equatable, Sendable {
  /// Units per second.
  var timescale: UInt64
  /// Frames per second.
  var sampleRate: UInt64

  /// Converts units to frames, rounded to the nearest.
  func frames(of units: UInt64) -> UInt64 { Self.scale(units, by: sampleRate, over: timescale) }

  /// Converts runs of units to runs of frames.
  func frames(_ times: FrameRuns) -> FrameRuns {
    guard timescale != sampleRate else { return times }
    var result = FrameRuns()
    for run in times.runs {
      result.append(
        run.count, of: UInt32(clamping: frames(of: UInt64(run.frames))))
    }
    return result
  }

  /// `value` × `factor` ÷ `divisor`, rounded to the nearest, or the largest number on overflow.
  static func scale(_ value: UInt64, by factor: UInt64, over divisor: UInt64) -> UInt64 {
    guard factor != divisor else { return value }
    guard divisor > 0 else { return 0 }
    let product = value.multipliedFullWidth(by: factor)
    let (low, carry) = product.low.addingReportingOverflow(divisor / 2)
    let high = product.high + (carry ? 1 : 0)
    guard high < divisor else { return .max }
    return divisor.dividingFullWidth((high, low)).quotient
  }
}
