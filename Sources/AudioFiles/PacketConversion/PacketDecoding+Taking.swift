internal import AudioCodecs
internal import AudioModel
internal import AudioProcessing

/// Taking decoded frames.
extension PacketDecoding {
  /// Writes decoded frames, and drops frames according to the trim.
  ///
  /// - Returns: The number of frames written.
  func take(
    upTo frameCount: Int, into destination: (any SampleOutput)?, at frame: Int
  ) -> Int {
    // Previously decoded integers take the same path as the following samples.
    if !route.keepsIntegers, !integers.decoded.isEmpty { decoded = integers.takeDecodedFloats() }
    let isInteger = !integers.decoded.isEmpty
    let sampleCount = isInteger ? integers.decoded.count : decoded.count
    var available = sampleCount / input.channelCount - firstDecodedFrame
    let dropped = min(framesToDrop, available)
    framesToDrop -= dropped
    firstDecodedFrame += dropped
    available = max(0, available - dropped - max(0, trim.trailing - shortFrames))
    let count = min(frameCount, available)
    if count > 0 {
      if isInteger {
        take(count, into: destination, at: frame)
      } else if let destination, let samples = route.samples {
        samples.convert(count, from: decoded, at: firstDecodedFrame, into: destination, at: frame)
      } else {
        route.floats.read(
          count, from: decoded, at: firstDecodedFrame, map: route.readingMap)
      }
      firstDecodedFrame += count
    }
    // Frames trimmed at the end are never used after the stream has ended.
    let used = firstDecodedFrame * input.channelCount
    if used == sampleCount {
      decoded.removeAll(keepingCapacity: true)
      integers.decoded.removeAll(keepingCapacity: true)
      firstDecodedFrame = 0
    } else if firstDecodedFrame >= Self.usedFramesKept {
      if isInteger { integers.decoded.removeFirst(used) } else { decoded.removeFirst(used) }
      firstDecodedFrame = 0
    }
    return count
  }

  /// Writes decoded integers, or passes them to the encoder.
  private func take(_ count: Int, into destination: (any SampleOutput)?, at frame: Int) {
    if let destination, let decoder = holder.integerDecoder {
      integers.writeDecoded(
        count, at: firstDecodedFrame, bitDepth: decoder.bitDepth, into: destination, at: frame)
    } else {
      integers.readDecoded(count, at: firstDecodedFrame, map: route.channelMap)
    }
  }
}
