/// The way of one or two channels between native 16-bit integers, interleaved, and native Float32, in one step.
package enum DirectPath {
  case toInterleavedFloats(channelCount: Int)
  case toPlane
  case toTwoPlanes
  case fromInterleavedFloats(channelCount: Int)
  case fromPlane
  case fromTwoPlanes

  /// The way between two layouts, or `nil` where there is none in one step.
  init?(from input: PCMLayout, to output: PCMLayout, channelCount: Int) {
    let isStereoOrMono = channelCount == 1 || channelCount == 2
    if input.isNativeInt16, input.isInterleaved, output.isNativeFloat32 {
      guard output.isInterleaved || isStereoOrMono else { return nil }
      self =
        output.isInterleaved
        ? .toInterleavedFloats(channelCount: channelCount)
        : channelCount == 1 ? .toPlane : .toTwoPlanes
    } else if input.isNativeFloat32, output.isNativeInt16, output.isInterleaved {
      if input.isInterleaved {
        self = .fromInterleavedFloats(channelCount: channelCount)
      } else {
        guard isStereoOrMono else { return nil }
        self = channelCount == 1 ? .fromPlane : .fromTwoPlanes
      }
    } else {
      return nil
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
    case .toPlane:
      source.read(bytes(inputFrame, 2), ofBuffer: 0) { integers in
        destination.write(bytes(outputFrame, 4), ofBuffer: 0) { floats in
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
    case .fromPlane:
      source.read(bytes(inputFrame, 4), ofBuffer: 0) { floats in
        destination.write(bytes(outputFrame, 2), ofBuffer: 0) { integers in
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
    case .toInterleavedFloats, .toPlane: Int16Kernels.read(first, into: &firstRoom)
    case .toTwoPlanes: Int16Kernels.read(first, into: &firstRoom, &secondRoom)
    case .fromInterleavedFloats, .fromPlane: Int16Kernels.write(first, into: &firstRoom)
    case .fromTwoPlanes: Int16Kernels.write(first, second, into: &firstRoom)
    }
  }
}
