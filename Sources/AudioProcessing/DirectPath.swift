/// A single-step conversion between two sample layouts.
///
/// It supports native 16-bit integers and native Float32, interleaved or in two planes. It also
/// interleaves two planes of Float32, and rounds two planes of integers to 16 bits.
package enum DirectPath {
  case toInterleavedFloats(channelCount: Int)
  case toTwoPlanes
  case fromInterleavedFloats(channelCount: Int)
  case fromTwoPlanes
  case interleaveTwoPlanes
  case roundTwoPlanes(bitCount: Int)

  /// Selects the single-step conversion between two layouts, or fails if none exists.
  ///
  /// Single-step conversions round integers to fewer bits, and never truncate them.
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
    let input = Frames(first: inputFrame, count: count)
    let output = Frames(first: outputFrame, count: count)
    switch self {
    case .toInterleavedFloats(let channelCount):
      source.read(input.bytes(2 * channelCount), ofBuffer: 0) { integers in
        destination.write(output.bytes(4 * channelCount), ofBuffer: 0) { floats in
          Int16Kernels.read(integers, into: &floats)
        }
      }
    case .toTwoPlanes:
      source.read(input.bytes(4), ofBuffer: 0) { integers in
        destination.write(output.bytes(4), ofBuffer: 0) { left in
          destination.write(output.bytes(4), ofBuffer: 1) { right in
            Int16Kernels.read(integers, into: &left, &right)
          }
        }
      }
    case .fromInterleavedFloats(let channelCount):
      source.read(input.bytes(4 * channelCount), ofBuffer: 0) { floats in
        destination.write(output.bytes(2 * channelCount), ofBuffer: 0) { integers in
          Int16Kernels.write(floats, into: &integers)
        }
      }
    case .fromTwoPlanes, .interleaveTwoPlanes, .roundTwoPlanes:
      convertPlanes(input, of: source, output, of: destination)
    }
  }

  /// Some frames, whose bytes depend on the size of a frame.
  private struct Frames {
    var first: Int
    var count: Int

    func bytes(_ width: Int) -> Range<Int> { first * width..<(first + count) * width }
  }

  /// Converts two planes to interleaved samples.
  private func convertPlanes(
    _ input: Frames, of source: any SampleInput, _ output: Frames,
    of destination: any SampleOutput
  ) {
    let isFloat = if case .interleaveTwoPlanes = self { true } else { false }
    source.read(input.bytes(4), ofBuffer: 0) { left in
      source.read(input.bytes(4), ofBuffer: 1) { right in
        destination.write(output.bytes(isFloat ? 8 : 4), ofBuffer: 0) { pairs in
          switch self {
          case .interleaveTwoPlanes: FloatKernels.interleave(left, right, into: &pairs)
          case .roundTwoPlanes(let bitCount):
            Int16Kernels.write(left, right, bitCount: bitCount, into: &pairs)
          default: Int16Kernels.write(left, right, into: &pairs)
          }
        }
      }
    }
  }

  /// Converts frames in existing spans.
  ///
  /// - Parameters:
  ///   - first: All frames, or those of the left channel.
  ///   - second: The frames of the right channel, if separate.
  ///   - firstRoom: Memory of the matching size.
  ///   - secondRoom: Memory for the right channel, if separate.
  /// - Precondition: All spans have the same number of frames.
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
