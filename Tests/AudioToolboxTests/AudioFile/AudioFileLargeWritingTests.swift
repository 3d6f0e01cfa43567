import AudioToolbox
import Testing

/// Files around 4 GiB, the limit of 32-bit sizes.
@Suite struct AudioFileLargeWritingTests {
  /// A file that stores large writes as zeros.
  private final class SparseSink {
    private(set) var size: Int64 = 0
    private var pieces: [Int64: [UInt8]] = [:]

    func open(
      _ format: AudioStreamBasicDescription, _ type: AudioFileTypeID?
    ) -> (status: OSStatus, file: AudioFileID?) {
      var file: AudioFileID?
      var format = format
      let client = Unmanaged.passUnretained(self).toOpaque()
      let status =
        if let type {
          AudioFileInitializeWithCallbacks(
            client, Self.read, Self.write, Self.count, Self.resize, type, &format, [], &file)
        } else {
          AudioFileOpenWithCallbacks(client, Self.read, nil, Self.count, nil, 0, &file)
        }
      return (status, file)
    }

    private static func this(_ client: UnsafeMutableRawPointer) -> SparseSink {
      Unmanaged<SparseSink>.fromOpaque(client).takeUnretainedValue()
    }

    private static let count: AudioFile_GetSizeProc = { this($0).size }
    private static let resize: AudioFile_SetSizeProc = { client, size in
      let this = this(client)
      this.size = size
      this.pieces = this.pieces.filter { $0.key < size }
      return noErr
    }
    private static let write: AudioFile_WriteProc = { client, position, count, buffer, actual in
      let this = this(client)
      if count < 1 << 20 {
        this.pieces[position] = Array(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
      }
      this.size = max(this.size, position + Int64(count))
      actual.pointee = count
      return noErr
    }
    private static let read: AudioFile_ReadProc = { client, position, count, buffer, actual in
      let this = this(client)
      let read = max(min(Int64(count), this.size - position), 0)
      UnsafeMutableRawBufferPointer(start: buffer, count: Int(read)).initializeMemory(
        as: UInt8.self, repeating: 0)
      // Pieces at the same position have the same size, or the later one starts the file's head.
      for (start, piece) in this.pieces.sorted(by: { $0.value.count > $1.value.count }) {
        for (index, byte) in piece.enumerated() {
          let place = start + Int64(index) - position
          if place >= 0, place < read {
            buffer.storeBytes(of: byte, toByteOffset: Int(place), as: UInt8.self)
          }
        }
      }
      actual.pointee = UInt32(read)
      return noErr
    }
  }

  static let types: [(type: AudioFileTypeID, isWide: Bool)] = [
    (kAudioFileWAVEType, false), (kAudioFileRF64Type, true), (kAudioFileBW64Type, true),
    (kAudioFileWave64Type, true), (kAudioFileAIFFType, false), (kAudioFileAIFCType, false),
    (kAudioFileCAFType, true),
  ]

  @Test(arguments: types)
  func filesAroundFourGibibytesAreValid(type: AudioFileTypeID, isWide: Bool) throws {
    let recipe = try #require(Recipe.constant.first { $0.type == type && $0.packetCount > 0 })
    let width = Int64(recipe.format.mBytesPerPacket)
    let sink = SparseSink()
    let file = try #require(sink.open(recipe.format, type).file)
    let block = [UInt8](repeating: 0, count: (64 << 20) / Int(width) * Int(width))
    var written: Int64 = 0
    var status = noErr
    for _ in 0..<65 where status == noErr {
      var count = UInt32(block.count)
      status = AudioFileWriteBytes(file, false, written, &count, block)
      written += Int64(count)
    }
    #expect(status == (isWide ? noErr : kAudioFileDoesNotAllow64BitDataSizeError))
    #expect(isWide == (written > 1 << 32))
    #expect(written > 1 << 32 - 1 << 27)
    // The chunks after the audio go to their correct positions.
    let last = recipe.packets.prefix(10).flatMap { $0 }
    var count = UInt32(last.count)
    #expect(AudioFileWriteBytes(file, false, written, &count, last) == noErr)
    written += Int64(last.count)
    if type != kAudioFileWave64Type {
      #expect(setInformation(["title": "Long"], of: file) == noErr)
    }
    #expect(AudioFileClose(file) == noErr)
    let (opened, found) = sink.open(recipe.format, nil)
    #expect(opened == noErr)
    let read = try #require(found)
    defer { _ = withExtendedLifetime(sink) { AudioFileClose(read) } }
    #expect(try property(read, kAudioFilePropertyFileFormat, AudioFileTypeID(0)) == type)
    #expect(try property(read, kAudioFilePropertyAudioDataByteCount, UInt64(0)) == UInt64(written))
    let packets = written / width
    #expect(
      try property(read, kAudioFilePropertyAudioDataPacketCount, UInt64(0)) == UInt64(packets))
    var bytes = [UInt8](repeating: 9, count: last.count)
    count = UInt32(last.count)
    #expect(
      AudioFileReadBytes(read, false, written - Int64(last.count), &count, &bytes) == noErr)
    #expect(bytes == last)
    if type != kAudioFileWave64Type { #expect(information(read)["title"] == "Long") }
  }
}
