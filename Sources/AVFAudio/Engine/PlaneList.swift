internal import AudioGraph
internal import AudioToolbox
internal import Foundation

/// A list of buffers for a client's closure, which refers to the planes of a node.
@safe final class PlaneList: @unchecked Sendable {
  // Unchecked: only the render thread uses the memory.

  private static let mostChannels = 64
  private let list: UnsafeMutableAudioBufferListPointer

  init() {
    unsafe list = AudioBufferList.allocate(maximumBuffers: Self.mostChannels)
  }

  deinit {
    // Safe: `AudioBufferList.allocate` made the list with `malloc`.
    unsafe free(list.unsafeMutablePointer)
  }

  /// Refers to the first `count` frames of each channel.
  func refer(to planes: Planes, count: Int) -> UnsafeMutableAudioBufferListPointer {
    let bytes = UInt32(count * MemoryLayout<Float>.size)
    unsafe list.unsafeMutablePointer.pointee.mNumberBuffers = UInt32(planes.channelCount)
    var channel = 0
    while channel < planes.channelCount {
      unsafe list[channel] = unsafe AudioBuffer(
        mNumberChannels: 1, mDataByteSize: bytes,
        mData: UnsafeMutableRawPointer(planes.plane(channel)))
      channel += 1
    }
    return unsafe list
  }
}

extension GraphSlice {
  /// The time of the first frame, for a client's closure.
  var timeStamp: AudioTimeStamp {
    var stamp = AudioTimeStamp()
    stamp.mSampleTime = Double(frame)
    stamp.mFlags = .sampleTimeValid
    if let nanoseconds {
      stamp.mHostTime = AudioConvertNanosToHostTime(UInt64(max(0, nanoseconds)))
      stamp.mFlags = [.sampleTimeValid, .hostTimeValid]
    }
    return stamp
  }
}
