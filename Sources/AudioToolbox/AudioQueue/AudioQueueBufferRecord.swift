internal import AudioCodecs
internal import AudioModel
internal import AudioPlayback
internal import AudioProcessing
internal import CoreAudioTypes
internal import Foundation

/// A buffer of a queue: the structure that the client sees, and its memory.
@safe
final class AudioQueueBufferRecord: PlaybackBuffer, @unchecked Sendable {
  // Sendable: the pointers never change. Audio Queue Services define who may use the memory: the
  // queue between enqueueing and the callback, and the client otherwise.
  let reference: AudioQueueBufferRef
  private let data: UnsafeMutableRawPointer
  private let descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?

  /// Allocates a buffer, or fails if memory is exhausted.
  init?(byteCapacity: UInt32, descriptionCapacity: UInt32) {
    // Safe: calloc returns zeroed memory of the size or null, and this object is its only owner.
    guard let data = unsafe calloc(1, max(1, Int(byteCapacity))) else { return nil }
    var descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    if descriptionCapacity > 0 {
      let stride = MemoryLayout<AudioStreamPacketDescription>.stride
      guard let memory = unsafe calloc(Int(descriptionCapacity), stride) else {
        unsafe free(data)
        return nil
      }
      unsafe descriptions = memory.bindMemory(
        to: AudioStreamPacketDescription.self, capacity: Int(descriptionCapacity))
    }
    unsafe self.data = data
    unsafe self.descriptions = unsafe descriptions
    unsafe reference = .allocate(capacity: 1)
    unsafe reference.initialize(
      to: AudioQueueBuffer(
        mAudioDataBytesCapacity: byteCapacity, mAudioData: data, mAudioDataByteSize: 0,
        mUserData: nil, mPacketDescriptionCapacity: descriptionCapacity,
        mPacketDescriptions: descriptions, mPacketDescriptionCount: 0))
  }

  deinit {
    // Safe: allocated by `init`, and the queue no longer refers to the buffer.
    unsafe reference.deinitialize(count: 1)
    unsafe reference.deallocate()
    unsafe free(data)
    unsafe free(descriptions)
  }

  /// The key of the buffer in the queue's table.
  var key: UInt { unsafe UInt(bitPattern: reference) }

  func withBytes(
    _ range: Range<Int>, _ body: (Span<UInt8>) throws(CodecError) -> Void
  ) throws(CodecError) {
    let capacity = unsafe Int(reference.pointee.mAudioDataBytesCapacity)
    guard range.lowerBound >= 0, range.upperBound <= capacity else { throw .badPacket }
    // Safe: the range lies within the memory, which lives as long as this object.
    let start = unsafe (data + range.lowerBound).assumingMemoryBound(to: UInt8.self)
    try unsafe body(Span(_unsafeStart: start, count: range.count))
  }
}

extension AudioQueueBufferRecord: RecordingBuffer {
  var byteCapacity: Int { unsafe Int(reference.pointee.mAudioDataBytesCapacity) }

  var packetCapacity: Int? {
    let capacity = unsafe Int(reference.pointee.mPacketDescriptionCapacity)
    return capacity > 0 ? capacity : nil
  }

  func write(
    _ bytes: Range<Int>, ofBuffer buffer: Int, _ body: (inout MutableSpan<UInt8>) -> Void
  ) {
    precondition(bytes.lowerBound >= 0 && bytes.upperBound <= byteCapacity, "bytes out of range")
    // Safe: the range lies within the memory, which lives as long as this object.
    let start = unsafe (data + bytes.lowerBound).assumingMemoryBound(to: UInt8.self)
    var room = unsafe MutableSpan(_unsafeStart: start, count: bytes.count)
    body(&room)
  }

  /// Describes the recorded audio in the client's structure.
  func note(_ part: RecordedPart, framesVary: Bool) {
    // Safe: the structure belongs to the queue until the client's callback.
    unsafe reference.pointee.mAudioDataByteSize = UInt32(clamping: part.byteCount)
    guard let descriptions = unsafe descriptions else { return }
    let count = min(part.packets.count, packetCapacity ?? 0)
    for (index, packet) in part.packets.prefix(count).enumerated() {
      // Safe: the index is below the capacity.
      unsafe descriptions[index] = AudioStreamPacketDescription(packet, framesVary: framesVary)
    }
    unsafe reference.pointee.mPacketDescriptionCount = UInt32(count)
  }
}
