/// A conversion between two sample layouts through one number type.
///
/// Samples are read, interleaved if necessary, mapped to channels, and written.
final class SamplePath<Sample: BitwiseCopyable & Numeric> {
  typealias Read = (Span<UInt8>, PCMLayout, inout MutableSpan<Sample>) -> Void
  typealias Write = (Span<Sample>, PCMLayout, inout MutableSpan<UInt8>) -> Void

  private let input: (layout: PCMLayout, channelCount: Int)
  private let output: (layout: PCMLayout, channelCount: Int)
  private let read: Read
  private let write: Write
  private var frames: [Sample]
  private var mapped: [Sample]
  private var single: [Sample]

  /// Frames per block, so that the working memory stays in the cache.
  private static var blockFrameCount: Int { 512 }

  /// Creates a path.
  ///
  /// - Parameters:
  ///   - input: The layout and channel count of the input.
  ///   - output: The layout and channel count of the output.
  ///   - read: Converts bytes to samples.
  ///   - write: Converts samples to bytes.
  init(
    from input: (layout: PCMLayout, channelCount: Int),
    to output: (layout: PCMLayout, channelCount: Int), read: @escaping Read, write: @escaping Write
  ) {
    self.input = input
    self.output = output
    self.read = read
    self.write = write
    frames = [Sample](repeating: 0, count: Self.blockFrameCount * input.channelCount)
    mapped = [Sample](repeating: 0, count: Self.blockFrameCount * output.channelCount)
    single = [Sample](repeating: 0, count: Self.blockFrameCount)
  }

  /// Converts frames.
  func convert(
    _ frameCount: Int, from source: any SampleInput, at inputFrame: Int,
    into destination: any SampleOutput, at outputFrame: Int, map: [Int?], isIdentity: Bool
  ) {
    inBlocks(frameCount) { done, count in
      gather(count, from: source, at: inputFrame + done)
      emitBlock(
        frames, at: 0, count, into: destination, at: outputFrame + done, map: map,
        isIdentity: isIdentity)
    }
  }

  /// Writes interleaved samples.
  func emit(
    _ samples: [Sample], at start: Int, _ frameCount: Int, into destination: any SampleOutput,
    at outputFrame: Int, map: [Int?], isIdentity: Bool
  ) {
    inBlocks(frameCount) { done, count in
      emitBlock(
        samples, at: start + done, count, into: destination, at: outputFrame + done, map: map,
        isIdentity: isIdentity)
    }
  }

  /// Appends frames to interleaved samples.
  func append(
    _ frameCount: Int, from source: any SampleInput, at inputFrame: Int,
    to samples: inout [Sample], map: [Int?]
  ) {
    let isIdentity = map == (0..<input.channelCount).map { $0 }
    inBlocks(frameCount) { done, count in
      appendBlock(
        count, from: source, at: inputFrame + done, to: &samples, map: map, isIdentity: isIdentity)
    }
  }

  /// Calls `body` for each block, with the number of finished frames and of frames in the block.
  private func inBlocks(_ frameCount: Int, _ body: (_ done: Int, _ count: Int) -> Void) {
    var done = 0
    while done < frameCount {
      let count = min(frameCount - done, Self.blockFrameCount)
      body(done, count)
      done += count
    }
  }

  /// Writes one block of interleaved samples.
  private func emitBlock(
    _ samples: [Sample], at start: Int, _ count: Int, into destination: any SampleOutput,
    at outputFrame: Int, map: [Int?], isIdentity: Bool
  ) {
    let range = start * input.channelCount..<(start + count) * input.channelCount
    if output.layout.isInterleaved {
      let width = output.layout.bytesPerSample * output.channelCount
      if !isIdentity {
        var all = mapped.mutableSpan
        var room = all._mutatingExtracting(0..<count * output.channelCount)
        Interleaving.remap(
          samples.span.extracting(range), of: input.channelCount, by: map, into: &room)
      }
      let final = isIdentity ? samples : mapped
      let finalRange = isIdentity ? range : 0..<count * output.channelCount
      destination.write(outputFrame * width..<(outputFrame + count) * width, ofBuffer: 0) { room in
        write(final.span.extracting(finalRange), output.layout, &room)
      }
    } else {
      let width = output.layout.bytesPerSample
      for (channel, source) in map.enumerated() {
        var all = single.mutableSpan
        var one = all._mutatingExtracting(0..<count)
        Interleaving.extract(
          source, of: input.channelCount, from: samples.span.extracting(range), into: &one)
        let final = single
        destination.write(outputFrame * width..<(outputFrame + count) * width, ofBuffer: channel) {
          room in write(final.span.extracting(first: count), output.layout, &room)
        }
      }
    }
  }

  /// Appends one block to interleaved samples.
  private func appendBlock(
    _ count: Int, from source: any SampleInput, at inputFrame: Int, to samples: inout [Sample],
    map: [Int?], isIdentity: Bool
  ) {
    let start = samples.count
    if input.layout.isInterleaved, isIdentity {
      let width = input.layout.bytesPerSample * input.channelCount
      extend(&samples, count * input.channelCount)
      source.read(inputFrame * width..<(inputFrame + count) * width, ofBuffer: 0) { bytes in
        var all = samples.mutableSpan
        var room = all._mutatingExtracting(start..<start + count * input.channelCount)
        read(bytes, input.layout, &room)
      }
      return
    }
    gather(count, from: source, at: inputFrame)
    let taken = frames
    extend(&samples, count * map.count)
    var all = samples.mutableSpan
    var room = all._mutatingExtracting(start..<start + count * map.count)
    Interleaving.remap(
      taken.span.extracting(0..<count * input.channelCount), of: input.channelCount, by: map,
      into: &room)
  }

  /// Appends silence in one step.
  private func extend(_ samples: inout [Sample], _ count: Int) {
    samples.append(addingCapacity: count) { $0.append(repeating: 0, count: count) }
  }

  /// Reads one block to the start of ``frames``.
  private func gather(_ count: Int, from source: any SampleInput, at inputFrame: Int) {
    if input.layout.isInterleaved {
      let width = input.layout.bytesPerSample * input.channelCount
      source.read(inputFrame * width..<(inputFrame + count) * width, ofBuffer: 0) { bytes in
        read(bytes, count * input.channelCount, into: &frames)
      }
    } else {
      let width = input.layout.bytesPerSample
      for channel in 0..<input.channelCount {
        source.read(inputFrame * width..<(inputFrame + count) * width, ofBuffer: channel) {
          bytes in read(bytes, count, into: &single)
        }
        var all = frames.mutableSpan
        var room = all._mutatingExtracting(0..<count * input.channelCount)
        Interleaving.insert(
          single.span.extracting(first: count), as: channel, of: input.channelCount, into: &room)
      }
    }
  }

  private func read(_ bytes: Span<UInt8>, _ count: Int, into samples: inout [Sample]) {
    var all = samples.mutableSpan
    var room = all._mutatingExtracting(0..<count)
    read(bytes, input.layout, &room)
  }
}
