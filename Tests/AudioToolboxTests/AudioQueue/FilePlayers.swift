import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// The packets of a file in memory, read with `AudioFile`.
final class FilePackets {
  let file: AudioFileID
  let format: AudioStreamBasicDescription
  let cookie: [UInt8]
  let maximumPacketSize: Int
  private let source: CallbackFile

  init(_ bytes: [UInt8]) throws {
    source = CallbackFile(bytes)
    let (status, opened) = source.open()
    try #require(status == 0)
    file = try #require(opened)
    format = try property(file, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
    let maximum = try property(file, kAudioFilePropertyPacketSizeUpperBound, UInt32(0))
    maximumPacketSize = Int(maximum)
    var size: UInt32 = 0
    AudioFileGetPropertyInfo(file, kAudioFilePropertyMagicCookieData, &size, nil)
    var cookie = [UInt8](repeating: 0, count: Int(size))
    if size > 0 { AudioFileGetProperty(file, kAudioFilePropertyMagicCookieData, &size, &cookie) }
    self.cookie = cookie
  }

  deinit { AudioFileClose(file) }

  /// Reads packets into a buffer, and sets the buffer's size.
  ///
  /// - Returns: The descriptions of the packets.
  func read(
    from packet: Int, requested: Int, into buffer: AudioQueueBufferRef
  ) -> [AudioStreamPacketDescription] {
    var count = UInt32(requested)
    var size = buffer.pointee.mAudioDataBytesCapacity
    var descriptions = [AudioStreamPacketDescription](
      repeating: AudioStreamPacketDescription(), count: requested)
    AudioFileReadPacketData(
      file, false, &size, &descriptions, Int64(packet), &count, buffer.pointee.mAudioData)
    buffer.pointee.mAudioDataByteSize = size
    return Array(descriptions.prefix(Int(count)))
  }

  /// A buffer with all packets and their descriptions.
  func wholeBuffer(_ queue: AudioQueueRef) throws -> AudioQueueBufferRef {
    let count = Int(try property(file, kAudioFilePropertyAudioDataPacketCount, UInt64(0)))
    var made: AudioQueueBufferRef?
    AudioQueueAllocateBufferWithPacketDescriptions(
      queue, UInt32(count * maximumPacketSize), UInt32(count), &made)
    let buffer = try #require(made)
    let descriptions = read(from: 0, requested: count, into: buffer)
    for (index, description) in descriptions.enumerated() {
      buffer.pointee.mPacketDescriptions?[index] = description
    }
    buffer.pointee.mPacketDescriptionCount = UInt32(descriptions.count)
    return buffer
  }
}

/// A player that reads half a second for each returned buffer, as textbook examples do.
enum FilePlayer {
  static func play(_ bytes: [UInt8], on device: DeviceKind) throws -> TestQueue {
    let packets = try FilePackets(bytes)
    let count = Int(0.5 * packets.format.mSampleRate) / Int(packets.format.mFramesPerPacket)
    let position = Mutexed((next: 0, isDone: false))
    let fill = { (queue: AudioQueueRef, buffer: AudioQueueBufferRef) in
      position.withLock { position in
        let descriptions = packets.read(from: position.next, requested: count, into: buffer)
        if descriptions.isEmpty {
          if !position.isDone { AudioQueueStop(queue, false) }
          position.isDone = true
        } else {
          position.next += descriptions.count
          let status = AudioQueueEnqueueBuffer(
            queue, buffer, UInt32(descriptions.count), descriptions)
          #expect(status == 0)
        }
      }
    }
    let queue = try TestQueue(device, format: packets.format) { fill($0.queue, $1) }
    if !packets.cookie.isEmpty {
      #expect(
        AudioQueueSetProperty(
          queue.queue, kAudioQueueProperty_MagicCookie, packets.cookie,
          UInt32(packets.cookie.count)) == 0)
    }
    for _ in 0..<3 {
      fill(queue.queue, try queue.buffer(capacity: count * packets.maximumPacketSize))
    }
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    return queue
  }
}

/// A player of a stream with one buffer in flight: frees the returned buffer, and allocates the
/// next.
final class StreamPlayer {
  private var packets: [[UInt8]] = []
  private var next = 0
  private var format = AudioStreamBasicDescription()
  private var cookie: [UInt8] = []

  static func play(_ bytes: [UInt8], on device: DeviceKind) throws -> TestQueue {
    let player = StreamPlayer()
    try player.parse(bytes)
    let queue = try TestQueue(device, format: player.format) { queue, buffer in
      #expect(AudioQueueFreeBuffer(queue.queue, buffer) == 0)
      player.enqueue(seconds: 5, on: queue.queue)
    }
    if !player.cookie.isEmpty {
      #expect(
        AudioQueueSetProperty(
          queue.queue, kAudioQueueProperty_MagicCookie, player.cookie, UInt32(player.cookie.count))
          == 0)
    }
    AudioQueuePrime(queue.queue, 0, nil)
    #expect(AudioQueueStart(queue.queue, nil) == 0)
    player.enqueue(seconds: 2, on: queue.queue)
    return queue
  }

  /// Parses a stream in pieces.
  private func parse(_ bytes: [UInt8]) throws {
    var stream: AudioFileStreamID?
    AudioFileStreamOpen(
      Unmanaged.passUnretained(self).toOpaque(),
      { client, stream, property, _ in
        Unmanaged<StreamPlayer>.fromOpaque(client).takeUnretainedValue().take(property, of: stream)
      },
      { client, _, count, data, descriptions in
        let player = Unmanaged<StreamPlayer>.fromOpaque(client).takeUnretainedValue()
        guard let descriptions else { return }
        for index in 0..<Int(count) {
          let description = descriptions[index]
          let packet = UnsafeRawBufferPointer(
            start: data + Int(description.mStartOffset), count: Int(description.mDataByteSize))
          player.packets.append(Array(packet))
        }
      }, 0, &stream)
    let opened = try #require(stream)
    for start in stride(from: 0, to: bytes.count, by: 3000) {
      let piece = Array(bytes[start..<min(bytes.count, start + 3000)])
      #expect(AudioFileStreamParseBytes(opened, UInt32(piece.count), piece, []) == 0)
    }
    // The end of the stream completes the last packet.
    AudioFileStreamParseBytes(opened, 0, nil, [])
    AudioFileStreamClose(opened)
    try #require(!packets.isEmpty && format.mFramesPerPacket > 0)
  }

  private func take(_ property: AudioFileStreamPropertyID, of stream: AudioFileStreamID) {
    var size: UInt32 = 0
    switch property {
    case kAudioFileStreamProperty_DataFormat:
      size = 40
      AudioFileStreamGetProperty(stream, property, &size, &format)
    case kAudioFileStreamProperty_MagicCookieData:
      AudioFileStreamGetPropertyInfo(stream, property, &size, nil)
      cookie = [UInt8](repeating: 0, count: Int(size))
      AudioFileStreamGetProperty(stream, property, &size, &cookie)
    default: break
    }
  }

  private func enqueue(seconds: Double, on queue: AudioQueueRef) {
    let wanted = Int(seconds * format.mSampleRate / Double(format.mFramesPerPacket))
    let part = packets[next..<min(packets.count, next + wanted)]
    next += part.count
    if part.isEmpty {
      AudioQueueStop(queue, false)
      return
    }
    var made: AudioQueueBufferRef?
    AudioQueueAllocateBuffer(queue, UInt32(part.reduce(0) { $0 + $1.count }), &made)
    guard let buffer = made else {
      Issue.record("no buffer")
      return
    }
    var descriptions: [AudioStreamPacketDescription] = []
    var size = 0
    for packet in part {
      (buffer.pointee.mAudioData + size).copyMemory(from: packet, byteCount: packet.count)
      descriptions.append(
        AudioStreamPacketDescription(
          mStartOffset: Int64(size), mVariableFramesInPacket: 0,
          mDataByteSize: UInt32(packet.count)))
      size += packet.count
    }
    buffer.pointee.mAudioDataByteSize = UInt32(size)
    let status = AudioQueueEnqueueBuffer(queue, buffer, UInt32(descriptions.count), descriptions)
    #expect(status == 0)
    // The client's memory may become invalid after the call.
    for index in descriptions.indices { descriptions[index].mStartOffset = .max }
  }
}
