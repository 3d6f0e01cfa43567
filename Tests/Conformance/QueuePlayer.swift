import AudioToolbox
import Foundation

/// Plays a file with a queue of three buffers, as published for Apple's systems.
public final class QueuePlayer {
  private static let bufferCount = 3
  private static let bufferByteSize: UInt32 = 0x4000

  private var file: AudioFileID?
  private var queue: AudioQueueRef?
  private var format = AudioStreamBasicDescription()
  private var currentPacket: Int64 = 0
  private var packetsToRead: UInt32 = 0
  private var descriptions: [AudioStreamPacketDescription] = []
  private var isDone = false
  /// The highest level of the meter in decibels.
  public private(set) var highestPeak: Float32 = -160

  /// Opens a file, whose queue uses this thread's run loop; `nil` if that fails.
  public init?(url: URL, volume: Float32) {
    guard AudioFileOpenURL(url as CFURL, .readPermission, 0, &file) == noErr, let file else {
      return nil
    }
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    AudioFileGetProperty(file, kAudioFilePropertyDataFormat, &size, &format)
    let status = AudioQueueNewOutput(
      &format,
      { data, queue, buffer in
        guard let data else { return }
        Unmanaged<QueuePlayer>.fromOpaque(data).takeUnretainedValue().fill(buffer, of: queue)
      }, Unmanaged.passUnretained(self).toOpaque(), CFRunLoopGetCurrent(),
      CFRunLoopMode.commonModes.rawValue, 0, &queue)
    guard status == noErr, let queue else { return nil }
    prepare(file, queue)
    AudioQueueSetParameter(queue, kAudioQueueParam_Volume, volume)
  }

  deinit {
    if let queue { AudioQueueDispose(queue, true) }
    if let file { AudioFileClose(file) }
  }

  /// Plays to the end while the run loop runs.
  public func play() {
    guard let queue else { return }
    for _ in 0..<Self.bufferCount {
      var buffer: AudioQueueBufferRef?
      AudioQueueAllocateBuffer(queue, Self.bufferByteSize, &buffer)
      if let buffer { fill(buffer, of: queue) }
    }
    AudioQueueStart(queue, nil)
    // The buffers hold all of a short file, and a stop before the start has no effect.
    if isDone { AudioQueueStop(queue, false) }
    while isRunning {
      CFRunLoopRunInMode(CFRunLoopMode.defaultMode, 0.01, false)
      readMeter()
    }
  }

  private func prepare(_ file: AudioFileID, _ queue: AudioQueueRef) {
    var largest: UInt32 = 0
    var size = UInt32(MemoryLayout<UInt32>.size)
    AudioFileGetProperty(file, kAudioFilePropertyPacketSizeUpperBound, &size, &largest)
    packetsToRead = Self.bufferByteSize / max(1, largest)
    if format.mBytesPerPacket == 0 {
      descriptions = Array(repeating: AudioStreamPacketDescription(), count: Int(packetsToRead))
    }
    var isMetered: UInt32 = 1
    AudioQueueSetProperty(queue, kAudioQueueProperty_EnableLevelMetering, &isMetered, size)
  }

  private func fill(_ buffer: AudioQueueBufferRef, of queue: AudioQueueRef) {
    guard !isDone, let file else { return }
    var byteCount = Self.bufferByteSize
    var packetCount = packetsToRead
    AudioFileReadPacketData(
      file, false, &byteCount, &descriptions, currentPacket, &packetCount,
      buffer.pointee.mAudioData)
    if packetCount > 0 {
      buffer.pointee.mAudioDataByteSize = byteCount
      AudioQueueEnqueueBuffer(
        queue, buffer, descriptions.isEmpty ? 0 : packetCount, descriptions)
      currentPacket += Int64(packetCount)
    } else {
      isDone = true
      AudioQueueStop(queue, false)
    }
  }

  private var isRunning: Bool {
    var value: UInt32 = 0
    var size = UInt32(MemoryLayout<UInt32>.size)
    guard let queue else { return false }
    AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &value, &size)
    return value != 0
  }

  private func readMeter() {
    guard let queue else { return }
    var levels = [AudioQueueLevelMeterState](
      repeating: AudioQueueLevelMeterState(mAveragePower: -160, mPeakPower: -160),
      count: Int(format.mChannelsPerFrame))
    var size = UInt32(levels.count * MemoryLayout<AudioQueueLevelMeterState>.stride)
    AudioQueueGetProperty(queue, kAudioQueueProperty_CurrentLevelMeterDB, &levels, &size)
    highestPeak = max(highestPeak, levels.map(\.mPeakPower).max() ?? -160)
  }
}
