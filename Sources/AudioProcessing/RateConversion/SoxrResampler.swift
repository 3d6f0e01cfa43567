#if Soxr
  internal import AudioModel
  import CSoxr

  /// Resamples by libsoxr.
  @safe
  final class SoxrResampler: Resampler {
    private let resampler: OpaquePointer
    private let channelCount: Int
    private let ratio: Double

    /// Opens the library, if that has not been done, and makes a resampler.
    init(
      from inputRate: Double, to outputRate: Double, channelCount: Int, _ settings: RateSettings
    ) throws(RateError) {
      let filter = settings.filter
      var shape = settings.complexity == .minimumPhase ? OCASoxrMinimumPhase : OCASoxrLinearPhase
      if filter.isSteep { shape |= OCASoxrSteep }
      var opened: OpaquePointer?
      // Safe: the function writes one pointer and keeps none.
      let status = unsafe OCASoxrOpen(
        inputRate, outputRate, UInt32(channelCount), Int32(filter.step), Int32(shape), &opened)
      guard Int(status) == OCASoxrDone, let opened = unsafe opened else {
        throw Int(status) == OCASoxrLibraryMissing ? .libraryMissing : .failed
      }
      unsafe resampler = opened
      self.channelCount = channelCount
      ratio = outputRate / inputRate
    }

    deinit {
      // Safe: made by `init`, closed once.
      unsafe OCASoxrClose(resampler)
    }

    func process(_ frames: Span<Float>, into output: inout [Float]) throws(RateError) {
      var start = 0
      let count = frames.count / channelCount
      while start < count {
        // A stretch of input whose output is of a size that memory bears.
        let length = min(count - start, max(1, Int(Double(Self.roomFrames - 64) / ratio)))
        let stretch = frames.extracting(start * channelCount..<(start + length) * channelCount)
        start += try run(stretch, into: &output).taken
      }
    }

    func process(
      _ frames: Span<UInt8>, into room: inout MutableSpan<UInt8>
    ) throws(RateError) -> (taken: Int, made: Int)? {
      let bytesPerFrame = 4 * channelCount
      let roomFrames = min(room.count / bytesPerFrame, Self.roomFrames)
      let frameCount = frames.count / bytesPerFrame
      var taken = 0
      var made = 0
      var status: Int32?
      unsafe room.withUnsafeMutableBytes { output in
        unsafe frames.withUnsafeBytes { input in
          // Safe: both are of whole frames of Float32, so many as said, and where such may lie; the library keeps neither.
          guard unsafe Self.isAligned(UnsafeRawBufferPointer(output)), unsafe Self.isAligned(input),
            let source = input.baseAddress, let destination = output.baseAddress
          else { return }
          unsafe status = OCASoxrProcess(
            resampler, source.assumingMemoryBound(to: Float.self), frameCount, &taken,
            destination.assumingMemoryBound(to: Float.self), roomFrames, &made)
        }
      }
      guard let status else { return nil }
      guard Int(status) == OCASoxrDone else { throw .failed }
      return (taken, made)
    }

    private static func isAligned(_ bytes: UnsafeRawBufferPointer) -> Bool {
      UInt(bitPattern: bytes.baseAddress).isMultiple(of: UInt(MemoryLayout<Float>.alignment))
    }

    func finish(into output: inout [Float]) throws(RateError) {
      while try run(nil, into: &output).made > 0 {}
    }

    /// Frames of output that one call has room for.
    private static let roomFrames = 16384

    private func run(
      _ frames: Span<Float>?, into output: inout [Float]
    ) throws(RateError) -> (taken: Int, made: Int) {
      // What comes of so many frames, and what the filter may let go beside them.
      var roomFrames = Self.roomFrames
      if let frames {
        let expected = Double(frames.count / channelCount) * ratio
        roomFrames = min(Int(expected) + 1024, roomFrames)
      }
      var taken = 0
      var made = 0
      var status: Int32 = -1
      output.append(addingCapacity: roomFrames * channelCount) { output in
        unsafe output.withUnsafeMutableBufferPointer { all, count in
          guard let room = unsafe all.baseAddress.map({ unsafe $0 + count }) else { return }
          if let frames {
            unsafe frames.withUnsafeBufferPointer { input in
              // Safe: there is as much room and input as said, and the library keeps neither.
              unsafe status = OCASoxrProcess(
                resampler, input.baseAddress, input.count / channelCount, &taken, room,
                roomFrames, &made)
            }
          } else {
            // Safe: there is as much room as said; no input tells the end.
            unsafe status = OCASoxrProcess(resampler, nil, 0, &taken, room, roomFrames, &made)
          }
          count += made * channelCount
        }
      }
      guard Int(status) == OCASoxrDone else { throw .failed }
      return (taken, made)
    }
  }
#endif
