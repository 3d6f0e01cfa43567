internal import AudioGraph
internal import AudioRealtime
internal import AudioToolbox
internal import Foundation

/// The processor of a source node: calls the client's closure.
@safe final class ClientSource: GraphProcessor, @unchecked Sendable {
  // Unchecked: only the render thread uses the memory and the closure.

  /// Frames of a call for a format that needs a copy.
  private static let copiedFrames = 4096

  private let block: AVAudioSourceNodeRenderBlock
  private let list = PlaneList()
  /// The client's samples, if they are not Float32 in separate channels.
  private let copied: AVAudioPCMBuffer?

  init(_ block: @escaping AVAudioSourceNodeRenderBlock, _ format: AVAudioFormat?) {
    unsafe self.block = unsafe block
    if let format, !format.isStandard {
      copied = AVAudioPCMBuffer(
        pcmFormat: format, frameCapacity: AVAudioFrameCount(Self.copiedFrames))
    } else {
      copied = nil
    }
  }

  func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
    guard slice.count > 0 else { return }
    outputs[0].clear(count: slice.count)
    if let copied {
      var done = 0
      while done < slice.count {
        let count = min(Self.copiedFrames, slice.count - done)
        render(slice, at: done, count, copied, into: outputs[0])
        done += count
      }
    } else {
      render(slice, into: outputs[0])
    }
  }

  /// Lets the client write into the planes.
  private func render(_ slice: GraphSlice, into planes: Planes) {
    let list = unsafe list.refer(to: planes, count: slice.count)
    guard unsafe call(slice, list.unsafeMutablePointer) else {
      return planes.clear(count: slice.count)
    }
    var channel = 0
    while channel < planes.channelCount {
      let written = unsafe min(slice.count, Int(list[channel].mDataByteSize) / 4)
      unsafe take(list[channel].mData, written, planes, channel, slice.count)
      channel += 1
    }
  }

  /// Copies frames from the client's memory, and replaces missing frames by silence.
  private func take(
    _ data: UnsafeMutableRawPointer?, _ written: Int, _ planes: Planes, _ channel: Int,
    _ count: Int
  ) {
    let plane = unsafe planes.plane(channel)
    // Safe: the plane has room for `count` frames, and the client states the bytes of its memory.
    if let data = unsafe data, unsafe data != UnsafeMutableRawPointer(plane) {
      unsafe memmove(plane, data, written * MemoryLayout<Float>.size)
    }
    unsafe (plane + written).update(repeating: 0, count: count - written)
  }

  /// Lets the client write into its own format, and converts its frames.
  private func render(
    _ slice: GraphSlice, at start: Int, _ count: Int, _ copied: AVAudioPCMBuffer,
    into planes: Planes
  ) {
    copied.frameLength = AVAudioFrameCount(count)
    let list = unsafe UnsafeMutableAudioBufferListPointer(
      UnsafeMutablePointer(mutating: copied.audioBufferList))
    var index = 0
    while unsafe index < list.count {
      unsafe list[index].mData.map {
        _ = unsafe memset($0, 0, Int(list[index].mDataByteSize))
      }
      index += 1
    }
    let part = GraphSlice(
      frame: slice.frame + start, count: count, nanoseconds: slice.nanoseconds)
    let isWritten = unsafe call(part, list.unsafeMutablePointer)
    copied.frameLength = AVAudioFrameCount(count)
    guard isWritten else { return }
    var channel = 0
    while channel < planes.channelCount {
      convert(copied, channel, into: planes, at: start, count)
      channel += 1
    }
  }

  private func convert(
    _ source: AVAudioPCMBuffer, _ channel: Int, into planes: Planes, at start: Int, _ count: Int
  ) {
    planes.check(start, count)
    let target = unsafe planes.plane(channel) + start
    let stride = source.stride
    var index = 0
    // Safe: the buffer has room for `count` frames of each channel, and the planes, too.
    if let samples = unsafe source.floatChannelData?[channel] {
      while index < count {
        unsafe target[index] = samples[index * stride]
        index += 1
      }
    } else if let samples = unsafe source.int16ChannelData?[channel] {
      while index < count {
        unsafe target[index] = Float(samples[index * stride]) / 32_768
        index += 1
      }
    } else if let samples = unsafe source.int32ChannelData?[channel] {
      while index < count {
        unsafe target[index] = Float(samples[index * stride]) / 2_147_483_648
        index += 1
      }
    } else if let samples = unsafe source.doubleSamples(channel) {
      while index < count {
        unsafe target[index] = Float(samples[index * stride])
        index += 1
      }
    }
  }

  /// Calls the client's closure; returns whether it wrote sound.
  private func call(
    _ slice: GraphSlice, _ list: UnsafeMutablePointer<AudioBufferList>
  ) -> Bool {
    var stamp = slice.timeStamp
    var isSilence = ObjCBool(false)
    let status = ClientCode.call {
      unsafe block(&isSilence, &stamp, AVAudioFrameCount(slice.count), list)
    }
    return status == noErr && !isSilence.boolValue
  }
}

extension AVAudioPCMBuffer {
  /// The first sample of a channel, or `nil` if the samples are not Float64.
  fileprivate func doubleSamples(_ channel: Int) -> UnsafeMutablePointer<Double>? {
    guard format.commonFormat == .pcmFormatFloat64 else { return nil }
    let list = unsafe UnsafeMutableAudioBufferListPointer(
      UnsafeMutablePointer(mutating: audioBufferList))
    let isInterleaved = format.isInterleaved
    let data = unsafe list[isInterleaved ? 0 : channel].mData
    // Safe: the buffer contains samples of this type.
    return unsafe data.map {
      unsafe $0.assumingMemoryBound(to: Double.self) + (isInterleaved ? channel : 0)
    }
  }
}
