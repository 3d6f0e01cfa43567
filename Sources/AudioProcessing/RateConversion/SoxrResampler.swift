#if Soxr
  internal import AudioModel
  import CSoxr

  /// Resamples with libsoxr.
  @safe
  final class SoxrResampler: Resampler {
    private let resampler: OpaquePointer
    private let channelCount: Int
    private let ratio: Double

    /// Loads the library if necessary, and creates a resampler.
    init(
      from inputRate: Double, to outputRate: Double, channelCount: Int, _ settings: RateSettings
    ) throws(RateError) {
      let filter = settings.filter
      var shape = settings.complexity == .minimumPhase ? OCASoxrMinimumPhase : OCASoxrLinearPhase
      if filter.isSteep { shape |= OCASoxrSteep }
      var opened: OpaquePointer?
      // Safe: the function writes one pointer and keeps no reference.
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
      // Safe: `init` created the resampler, which is closed once.
      unsafe OCASoxrClose(resampler)
    }

    func process(_ frames: Span<Float>, into output: inout [Float]) throws(RateError) {
      var start = 0
      let count = frames.count / channelCount
      while start < count {
        // A part of the input whose output has an acceptable size.
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
          // Safe: both buffers contain the stated number of whole, aligned Float32 frames. The
          // library keeps neither.
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

    /// Maximum output frames per call.
    private static let roomFrames = 16384

    private func run(
      _ frames: Span<Float>?, into output: inout [Float]
    ) throws(RateError) -> (taken: Int, made: Int) {
      // The output of these frames, and frames that the filter may release in addition.
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
              // Safe: the buffers have the stated sizes, and the library keeps neither.
              unsafe status = OCASoxrProcess(
                resampler, input.baseAddress, input.count / channelCount, &taken, room,
                roomFrames, &made)
            }
          } else {
            // Safe: the buffer has the stated size. No input signals the end.
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
