internal import AudioGraph
internal import AudioRealtime
internal import AudioToolbox
internal import Foundation
internal import Synchronization

/// The processor of an input node: a device, a client's closure, or silence.
final class InputProcessor: GraphProcessor, @unchecked Sendable {
  // Unchecked: the source only changes while nothing renders.

  private var source: (any GraphProcessor)?

  /// Sets the source, while the engine does not render.
  func setSource(_ source: (any GraphProcessor)?) { self.source = source }

  /// Whether the client had too few frames since the last call.
  func takeLack() -> Bool { (source as? ManualInput)?.takeLack() ?? false }

  /// The frames that wait, in seconds.
  var delaySeconds: Double {
    guard let capture = source as? CaptureSource else { return 0 }
    return Double(capture.delayFrames) / capture.format.sampleRate
  }

  func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    if let source {
      source.render(slice, from: inputs, to: outputs)
    } else {
      outputs[0].clear(count: slice.count)
    }
  }
}

/// The frames that a client's closure gives while it renders by hand.
@safe final class ManualInput: GraphProcessor, @unchecked Sendable {
  // Unchecked: only the render thread uses the closure.

  private let block: AVAudioIONodeInputBlock
  private let sample: AVAudioCommonFormat
  private let isInterleaved: Bool
  private let channelCount: Int
  private let isLacking = Atomic<Bool>(false)

  init(_ block: @escaping AVAudioIONodeInputBlock, _ format: AVAudioFormat) {
    unsafe self.block = unsafe block
    sample = format.commonFormat
    isInterleaved = format.isInterleaved
    channelCount = Int(format.channelCount)
  }

  func takeLack() -> Bool { isLacking.exchange(false, ordering: .acquiringAndReleasing) }

  func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    let output = outputs[0]
    output.clear(count: slice.count)
    guard slice.count > 0 else { return }
    let list = unsafe ClientCode.call { unsafe block(AVAudioFrameCount(slice.count)) }
    guard let list = unsafe list else {
      return isLacking.store(true, ordering: .releasing)
    }
    let buffers = unsafe UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list))
    var channel = 0
    while channel < min(channelCount, output.channelCount) {
      let copied = unsafe copy(buffers, channel, into: output, slice.count)
      if copied < slice.count { isLacking.store(true, ordering: .releasing) }
      channel += 1
    }
  }

  private func copy(
    _ buffers: UnsafeMutableAudioBufferListPointer, _ channel: Int, into planes: Planes,
    _ count: Int
  ) -> Int {
    let index = isInterleaved ? 0 : channel
    guard unsafe index < buffers.count, let data = unsafe buffers[index].mData else { return 0 }
    let stride = isInterleaved ? channelCount : 1
    let offset = isInterleaved ? channel : 0
    let bytes = unsafe Int(buffers[index].mDataByteSize)
    let got = min(count, bytes / (stride * sample.byteCount))
    let target = unsafe planes.plane(channel)
    var frame = 0
    // Safe: the buffer states the bytes of its frames, and the planes have room for `count`.
    while frame < got {
      let place = frame * stride + offset
      unsafe target[frame] =
        switch sample {
        case .pcmFormatInt16:
          unsafe Float(data.assumingMemoryBound(to: Int16.self)[place]) / 32_768
        case .pcmFormatInt32:
          unsafe Float(data.assumingMemoryBound(to: Int32.self)[place]) / 2_147_483_648
        case .pcmFormatFloat64: unsafe Float(data.assumingMemoryBound(to: Double.self)[place])
        default: unsafe data.assumingMemoryBound(to: Float.self)[place]
        }
      frame += 1
    }
    return got
  }
}

extension AVAudioCommonFormat {
  /// The bytes of a sample.
  fileprivate var byteCount: Int {
    switch self {
    case .pcmFormatInt16: 2
    case .pcmFormatFloat64: 8
    default: 4
    }
  }
}
