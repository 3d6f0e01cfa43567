internal import AudioGraph
internal import AudioRealtime
internal import AudioToolbox
internal import Foundation
internal import Synchronization

/// The processor of an input node: a device, a client's closure, or silence.
@safe final class InputProcessor: GraphProcessor, Sendable {
  private final class Source: Sendable {
    let processor: any GraphProcessor

    init(_ processor: any GraphProcessor) { self.processor = processor }
  }

  private let current = Atomic<UInt>(0)
  /// The sources that the render thread may use.
  private let kept = Mutex<[Source]>([])

  /// Sets the source.
  ///
  /// - Parameters:
  ///   - processor: The source, or `nil` for silence.
  ///   - isRendering: Whether a thread may render now. Then earlier sources are kept.
  /// - Returns: Earlier sources. Release them without holding a lock, because their release may
  ///   call the client.
  @discardableResult
  func setSource(_ processor: (any GraphProcessor)?, isRendering: Bool = false) -> [AnyObject] {
    let source = processor.map { Source($0) }
    return kept.withLock { kept in
      defer { kept = (isRendering ? kept : []) + [source].compactMap(\.self) }
      // Safe: the source is kept until a later call while nothing renders.
      let reference = unsafe source.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
      current.store(UInt(bitPattern: reference), ordering: .sequentiallyConsistent)
      return kept
    }
  }

  private var processor: (any GraphProcessor)? {
    let reference = current.load(ordering: .sequentiallyConsistent)
    // Safe: the source is kept until a later call while nothing renders.
    return unsafe UnsafeRawPointer(bitPattern: reference).map {
      unsafe Unmanaged<Source>.fromOpaque($0)._withUnsafeGuaranteedRef { $0.processor }
    }
  }

  /// Whether the client had too few frames since the last call.
  ///
  /// Only the thread of manual rendering may call it.
  func takeLack() -> Bool { (processor as? ManualInput)?.takeLack() ?? false }

  /// The duration of the recorded frames that wait, in seconds; 0 for other sources.
  var delaySeconds: Double {
    let source = kept.withLock { $0.last }
    guard let capture = source?.processor as? CaptureSource else { return 0 }
    return Double(capture.delayFrames) / capture.format.sampleRate
  }

  func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    if let processor {
      processor.render(slice, from: inputs, to: outputs)
    } else {
      outputs[0].clear(count: slice.count)
    }
  }
}

/// The frames that a client's closure gives in manual rendering.
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
