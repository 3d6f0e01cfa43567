import AudioToolbox

/// Opens a file in memory for reading and writing, adds to it, and closes it.
final class ChangingClient {
  private var bytes: [UInt8]
  /// The maximum size in bytes.
  private let room: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = Array(bytes)
    room = 4 * bytes.count + 1 << 20
  }

  /// Adds a chunk, a title and a packet.
  ///
  /// - Returns: The broken rule: a file that was changed without an error can be opened again.
  func change(_ dice: inout Dice) -> String? {
    let (status, opened) = open(isWritable: true)
    guard status == noErr, let file = opened else {
      return status == noErr ? "a file that is none" : nil
    }
    var isSet = AudioFileSetUserData(file, 0x7465_7374, 0, 5, [1, 2, 3, 4, 5]) == noErr
    if dice.next(2) == 0 { isSet = setTitle(of: file) && isSet }
    if dice.next(2) == 0 { isSet = addPacket(to: file) && isSet }
    guard AudioFileClose(file) == noErr, isSet else { return nil }
    let (again, reopened) = open(isWritable: false)
    guard let reopened, again == noErr else { return "changed, it opens no more (\(again))" }
    AudioFileClose(reopened)
    return nil
  }

  private func open(isWritable: Bool) -> (OSStatus, AudioFileID?) {
    let write: AudioFile_WriteProc = { client, position, count, buffer, actual in
      let this = Unmanaged<ChangingClient>.fromOpaque(client).takeUnretainedValue()
      actual.pointee = 0
      let new = UnsafeRawBufferPointer(start: buffer, count: Int(count))
      return this.put(new, at: Int(position), &actual.pointee)
    }
    let resize: AudioFile_SetSizeProc = { client, size in
      Unmanaged<ChangingClient>.fromOpaque(client).takeUnretainedValue().resize(to: Int(size))
    }
    var file: AudioFileID?
    let status = AudioFileOpenWithCallbacks(
      Unmanaged.passUnretained(self).toOpaque(),
      { client, position, count, buffer, actual in
        let this = Unmanaged<ChangingClient>.fromOpaque(client).takeUnretainedValue()
        actual.pointee = this.get(buffer, Int(count), at: Int(position))
        return noErr
      }, isWritable ? write : nil,
      { client in
        Int64(Unmanaged<ChangingClient>.fromOpaque(client).takeUnretainedValue().bytes.count)
      }, isWritable ? resize : nil, 0, &file)
    return (status, file)
  }

  private func get(_ buffer: UnsafeMutableRawPointer, _ count: Int, at position: Int) -> UInt32 {
    let start = min(max(position, 0), bytes.count)
    let count = min(count, bytes.count - start)
    bytes.withUnsafeBytes {
      if count > 0, let base = $0.baseAddress { memcpy(buffer, base + start, count) }
    }
    return UInt32(count)
  }

  private func put(
    _ new: UnsafeRawBufferPointer, at position: Int, _ count: inout UInt32
  ) -> OSStatus {
    let end = position + new.count
    guard position >= 0, end <= room else { return kAudioFilePositionError }
    if end > bytes.count { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
    for index in 0..<new.count { bytes[position + index] = new[index] }
    count = UInt32(new.count)
    return noErr
  }

  private func resize(to size: Int) -> OSStatus {
    guard size >= 0, size <= room else { return kAudioFilePositionError }
    if size > bytes.count {
      bytes += [UInt8](repeating: 0, count: size - bytes.count)
    } else {
      bytes.removeLast(bytes.count - size)
    }
    return noErr
  }

  private func setTitle(of file: AudioFileID) -> Bool {
    let dictionary = [kAFInfoDictionary_Title: "Title"] as CFDictionary
    var reference = Unmanaged.passUnretained(dictionary)
    return withExtendedLifetime(dictionary) {
      AudioFileSetProperty(
        file, kAudioFilePropertyInfoDictionary, UInt32(MemoryLayout.size(ofValue: reference)),
        &reference) == noErr
    }
  }

  /// Appends a copy of the first packet.
  private func addPacket(to file: AudioFileID) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var description = AudioStreamPacketDescription()
    var size = UInt32(buffer.count)
    var one: UInt32 = 1
    let read = AudioFileReadPacketData(file, false, &size, &description, 0, &one, &buffer)
    var count: UInt64 = 0
    var countSize: UInt32 = 8
    guard read == noErr || read == kAudioFileEndOfFileError, one == 1,
      AudioFileGetProperty(file, kAudioFilePropertyAudioDataPacketCount, &countSize, &count)
        == noErr, count < 1 << 40
    else { return true }
    return AudioFileWritePackets(file, false, size, &description, Int64(count), &one, buffer)
      == noErr
  }
}
