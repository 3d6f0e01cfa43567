import AudioToolbox
import TestSupport

/// A client of a converter: supplies and takes data in portions.
final class ConverterClient {
  /// The behavior of the callback in one call.
  enum Answer: Equatable {
    /// Supplies at most this many packets.
    case packets(Int)
    /// Supplies at most this many packets by copying them to the offered memory.
    case copied(Int)
    /// Supplies no packets, and returns a status.
    case status(OSStatus)
    /// Gives packets without descriptions.
    case noDescriptions
    /// States more bytes than it supplies.
    case tooManyPackets
  }

  let format: AudioStreamBasicDescription
  /// The packets of each channel's buffer, or one list for interleaved channels.
  let packets: [[[UInt8]]]
  /// The behavior in the next calls.
  ///
  /// Later calls supply as many packets as requested.
  var answers: [Answer] = []
  /// Whether to use the function for render threads.
  var isRealtime = false
  /// The distance in bytes by which all lent memory misses its natural alignment.
  var misalignment = 0
  /// The minimum number of packets that each call requested.
  var minimums: [Int] = []
  var next = 0

  /// The last portion, which must stay valid until the next call.
  private var memory: [UnsafeMutableRawBufferPointer] = []
  private var descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?

  init(_ format: AudioStreamBasicDescription, _ packets: [[UInt8]]) {
    self.format = format
    self.packets = [packets]
  }

  /// Frames of linear PCM with a buffer for each channel.
  init(_ format: AudioStreamBasicDescription, separate channels: [[UInt8]]) {
    self.format = format
    let width = Int(format.mBytesPerFrame)
    packets = channels.map { TestPackets.cut($0) { $0.isEmpty ? nil : width } }
  }

  deinit { release() }

  private func release() {
    for buffer in memory {
      // Returned memory is overwritten, to detect a converter that reads it later.
      for index in buffer.indices { buffer[index] = 0xA5 }
      buffer.deallocate()
    }
    memory = []
    descriptions?.deallocate()
    descriptions = nil
  }

  /// The input callback.
  func give(
    _ count: UnsafeMutablePointer<UInt32>, _ list: UnsafeMutablePointer<AudioBufferList>,
    _ outDescriptions: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?
  ) -> OSStatus {
    release()
    minimums.append(Int(count.pointee))
    let answer = answers.isEmpty ? .packets(Int(count.pointee)) : answers.removeFirst()
    let wanted: Int
    var copies = false
    switch answer {
    case .packets(let number): wanted = number
    case .copied(let number):
      wanted = number
      copies = true
    case .status(let status):
      count.pointee = 0
      return status
    case .noDescriptions, .tooManyPackets: wanted = 2
    }
    let buffers = UnsafeMutableAudioBufferListPointer(list)
    let range = next..<min(next + wanted, packets[0].count)
    next = range.upperBound
    for (index, channel) in packets.enumerated() {
      let bytes = Array(channel[range].joined())
      if copies, let data = buffers[index].mData {
        precondition(bytes.count <= Int(buffers[index].mDataByteSize), "room for the minimum")
        data.copyMemory(from: bytes, byteCount: bytes.count)
      } else {
        let copy = UnsafeMutableRawBufferPointer.allocate(
          byteCount: misalignment + bytes.count, alignment: 16)
        UnsafeMutableRawBufferPointer(rebasing: copy[misalignment...]).copyBytes(from: bytes)
        memory.append(copy)
        // Even empty memory has an address.
        buffers[index].mData =
          copy.baseAddress.map { $0 + misalignment } ?? UnsafeMutableRawPointer(list)
      }
      buffers[index].mDataByteSize = UInt32(bytes.count)
    }
    count.pointee = UInt32(answer == .tooManyPackets ? range.count + 1 : range.count)
    if let outDescriptions, answer != .noDescriptions {
      let all = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(
        capacity: range.count + 1)
      var start = 0
      for (index, packet) in packets[0][range].enumerated() {
        all[index] = AudioStreamPacketDescription(
          mStartOffset: Int64(start), mVariableFramesInPacket: 0,
          mDataByteSize: UInt32(packet.count))
        start += packet.count
      }
      descriptions = all
      outDescriptions.pointee = all
    }
    return noErr
  }

  /// Calls `AudioConverterFillComplexBuffer` or its form for render threads once.
  ///
  /// - Returns: The status, the reported frame count, and the bytes of each buffer.
  @discardableResult
  func fill(
    _ converter: AudioConverterRef, _ output: AudioStreamBasicDescription, frames: Int
  ) -> (status: OSStatus, frameCount: Int, buffers: [[UInt8]]) {
    let isSeparate = output.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
    let bufferCount = isSeparate ? Int(output.mChannelsPerFrame) : 1
    let width = Int(output.mBytesPerFrame)
    let list = AudioBufferList.allocate(maximumBuffers: bufferCount)
    defer { free(list.unsafeMutablePointer) }
    for index in 0..<bufferCount {
      let room =
        UnsafeMutableRawPointer.allocate(
          byteCount: misalignment + frames * width + 1, alignment: 16) + misalignment
      list[index] = AudioBuffer(
        mNumberChannels: isSeparate ? 1 : output.mChannelsPerFrame,
        mDataByteSize: UInt32(frames * width), mData: room)
      room.storeBytes(of: 0x5A, toByteOffset: frames * width, as: UInt8.self)
    }
    var count = UInt32(frames)
    let function =
      isRealtime
      ? AudioConverterFillComplexBufferRealtimeSafe : AudioConverterFillComplexBuffer
    let status = function(
      converter,
      { _, count, list, descriptions, client in
        guard let client else { return -1 }
        return Unmanaged<ConverterClient>.fromOpaque(client).takeUnretainedValue()
          .give(count, list, descriptions)
      }, Unmanaged.passUnretained(self).toOpaque(), &count, list.unsafeMutablePointer, nil)
    let buffers = list.map { buffer -> [UInt8] in
      guard let data = buffer.mData else { return [] }
      defer { (data - misalignment).deallocate() }
      let isWithin = data.load(fromByteOffset: frames * width, as: UInt8.self) == 0x5A
      precondition(isWithin, "wrote behind the buffer")
      return Array(UnsafeRawBufferPointer(start: data, count: Int(buffer.mDataByteSize)))
    }
    return (status, Int(count), buffers)
  }

  /// Fills until no frames come, in portions of the given sizes, repeatedly.
  func drain(
    _ converter: AudioConverterRef, _ output: AudioStreamBasicDescription, portions: [Int]
  ) -> (statuses: [OSStatus], buffers: [[UInt8]]) {
    var statuses: [OSStatus] = []
    var all: [[UInt8]] = []
    var call = 0
    while true {
      let result = fill(converter, output, frames: portions[call % portions.count])
      call += 1
      statuses.append(result.status)
      if all.isEmpty { all = result.buffers.map { _ in [] } }
      for (index, bytes) in result.buffers.enumerated() { all[index] += bytes }
      if result.frameCount == 0, result.status == noErr { return (statuses, all) }
    }
  }
}

/// A converter that is disposed of with its owner.
final class TestConverter {
  let reference: AudioConverterRef

  init(
    _ source: AudioStreamBasicDescription, _ destination: AudioStreamBasicDescription,
    cookie: [UInt8] = []
  ) throws {
    var source = source
    var destination = destination
    var made: AudioConverterRef?
    let status = AudioConverterNew(&source, &destination, &made)
    guard status == noErr, let made else { throw ConverterFailure(status: status) }
    reference = made
    if !cookie.isEmpty {
      let status = AudioConverterSetProperty(
        made, kAudioConverterDecompressionMagicCookie, UInt32(cookie.count), cookie)
      if status != noErr { throw ConverterFailure(status: status) }
    }
  }

  deinit { AudioConverterDispose(reference) }
}

struct ConverterFailure: Error, Equatable {
  var status: OSStatus
}
