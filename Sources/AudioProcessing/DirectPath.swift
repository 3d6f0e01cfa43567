/// The way of samples between two layouts in one step: native 16-bit integers, interleaved, and native Float32, or Float32 of two
/// channels that are to stand in turn; and planes of whole numbers that are rounded to 16 bits.
package enum DirectPath {
  case toInterleavedFloats(channelCount: Int)
  case toTwoPlanes
  case fromInterleavedFloats(channelCount: Int)
  case fromTwoPlanes
  case interleaveTwoPlanes
  case roundTwoPlanes(bitCount: Int)

  /// The way between two layouts, or `nil` where there is none in one step.
  ///
  /// Integers that get narrower are cut on no way in one step, only rounded.
  init?(
    from input: PCMLayout, to output: PCMLayout, channelCount: Int, roundsIntegers: Bool
  ) {
    let arePlanes = (input: !input.isInterleaved, output: !output.isInterleaved)
    guard !(arePlanes.input || arePlanes.output) || channelCount == 2 else { return nil }
    switch arePlanes {
    case (false, false) where input.isNativeInt16 && output.isNativeFloat32:
      self = .toInterleavedFloats(channelCount: channelCount)
    case (false, false) where input.isNativeFloat32 && output.isNativeInt16:
      self = .fromInterleavedFloats(channelCount: channelCount)
    case (false, true) where input.isNativeInt16 && output.isNativeFloat32: self = .toTwoPlanes
    case (true, false) where input.isNativeFloat32 && output.isNativeInt16: self = .fromTwoPlanes
    case (true, false) where input.isNativeFloat32 && output.isNativeFloat32:
      self = .interleaveTwoPlanes
    case (true, false) where roundsIntegers && output.isNativeInt16:
      guard let bitCount = input.lowBitCount else { return nil }
      self = .roundTwoPlanes(bitCount: bitCount)
    default: return nil
    }
  }

  /// Converts frames.
  func convert(
    _ count: Int, from source: any SampleInput, at inputFrame: Int,
    into destination: any SampleOutput, at outputFrame: Int
  ) {
    func bytes(_ frame: Int, _ width: Int) -> Range<Int> { frame * width..<(frame + count) * width }
    switch self {
    case .toInterleavedFloats(let channelCount):
      source.read(bytes(inputFrame, 2 * channelCount), ofBuffer: 0) { integers in
        destination.write(bytes(outputFrame, 4 * channelCount), ofBuffer: 0) { floats in
          Int16Kernels.read(integers, into: &floats)
        }
      }
    case .toTwoPlanes:
      source.read(bytes(inputFrame, 4), ofBuffer: 0) { integers in
        destination.write(bytes(outputFrame, 4), ofBuffer: 0) { left in
          destination.write(bytes(outputFrame, 4), ofBuffer: 1) { right in
            Int16Kernels.read(integers, into: &left, &right)
          }
        }
      }
    case .fromInterleavedFloats(let channelCount):
      source.read(bytes(inputFrame, 4 * channelCount), ofBuffer: 0) { floats in
        destination.write(bytes(outputFrame, 2 * channelCount), ofBuffer: 0) { integers in
          Int16Kernels.write(floats, into: &integers)
        }
      }
    case .fromTwoPlanes:
      source.read(bytes(inputFrame, 4), ofBuffer: 0) { left in
        source.read(bytes(inputFrame, 4), ofBuffer: 1) { right in
          destination.write(bytes(outputFrame, 4), ofBuffer: 0) { integers in
            Int16Kernels.write(left, right, into: &integers)
          }
        }
      }
    case .interleaveTwoPlanes:
      source.read(bytes(inputFrame, 4), ofBuffer: 0) { left in
        source.read(bytes(inputFrame, 4), ofBuffer: 1) { right in
          destination.write(bytes(outputFrame, 8), ofBuffer: 0) { pairs in
            FloatKernels.interleave(left, right, into: &pairs)
          }
        }
      }
    case .roundTwoPlanes(let bitCount):
      source.read(bytes(inputFrame, 4), ofBuffer: 0) { left in
        source.read(bytes(inputFrame, 4), ofBuffer: 1) { right in
          destination.write(bytes(outputFrame, 4), ofBuffer: 0) { integers in
            Int16Kernels.write(left, right, bitCount: bitCount, into: &integers)
          }
        }
      }
    }
  }

  /// Converts frames of which the bytes are at hand.
  ///
  /// - Parameters:
  ///   - first: All frames, or those of the left channel.
  ///   - second: Those of the right channel, where they are apart.
  ///   - firstRoom: As long as the frames are there.
  ///   - secondRoom: The same.
  /// - Precondition: As many frames in each.
  package func convert(
    _ first: Span<UInt8>, _ second: Span<UInt8>, into firstRoom: inout MutableSpan<UInt8>,
    _ secondRoom: inout MutableSpan<UInt8>
  ) {
    switch self {
    case .toInterleavedFloats: Int16Kernels.read(first, into: &firstRoom)
    case .toTwoPlanes: Int16Kernels.read(first, into: &firstRoom, &secondRoom)
    case .fromInterleavedFloats: Int16Kernels.write(first, into: &firstRoom)
    case .fromTwoPlanes: Int16Kernels.write(first, second, into: &firstRoom)
    case .interleaveTwoPlanes: FloatKernels.interleave(first, second, into: &firstRoom)
    case .roundTwoPlanes(let bitCount):
      Int16Kernels.write(first, second, bitCount: bitCount, into: &firstRoom)
    }
  }
}
