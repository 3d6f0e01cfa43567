import AudioToolbox
import TestSupport

/// An extended audio file that is disposed of with its owner.
final class TestExtFile {
  let reference: ExtAudioFileRef
  var client: AudioStreamBasicDescription

  /// Opens a file, to be read as interleaved Float32 at its own rate or another.
  init(_ url: URL, rate: Double? = nil, channels: Int? = nil) throws {
    var opened: ExtAudioFileRef?
    let status = ExtAudioFileOpenURL(url as CFURL, &opened)
    guard status == noErr, let opened else { throw ConverterFailure(status: status) }
    reference = opened
    client = AudioStreamBasicDescription()
    let format: AudioStreamBasicDescription = try get(
      kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
    client = .float32(
      rate: rate ?? format.mSampleRate, channels: channels ?? Int(format.mChannelsPerFrame))
    try set(kExtAudioFileProperty_ClientDataFormat, client)
  }

  /// Creates a file, with a layout unless its tag is 0.
  init(
    creating url: URL, _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription,
    client: AudioStreamBasicDescription, layout tag: AudioChannelLayoutTag = 0
  ) throws {
    var format = format
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = tag
    var created: ExtAudioFileRef?
    let status = withUnsafePointer(to: &layout) { layout in
      ExtAudioFileCreateWithURL(
        url as CFURL, type, &format, tag == 0 ? nil : layout, AudioFileFlags.eraseFile.rawValue,
        &created)
    }
    guard status == noErr, let created else { throw ConverterFailure(status: status) }
    reference = created
    self.client = client
    try set(kExtAudioFileProperty_ClientDataFormat, client)
  }

  /// Wraps an open file, to be read as interleaved Float32.
  init(wrapping file: AudioFileID) throws {
    var wrapped: ExtAudioFileRef?
    let status = ExtAudioFileWrapAudioFileID(file, false, &wrapped)
    guard status == noErr, let wrapped else { throw ConverterFailure(status: status) }
    reference = wrapped
    client = AudioStreamBasicDescription()
    let format: AudioStreamBasicDescription = try get(
      kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
    client = .float32(rate: format.mSampleRate, channels: Int(format.mChannelsPerFrame))
    try set(kExtAudioFileProperty_ClientDataFormat, client)
  }

  private var isOpen = true

  deinit { if isOpen { ExtAudioFileDispose(reference) } }

  func close() -> OSStatus {
    isOpen = false
    return ExtAudioFileDispose(reference)
  }

  func get<Value>(_ property: ExtAudioFilePropertyID, _ start: Value) throws -> Value {
    var value = start
    var size = UInt32(MemoryLayout<Value>.size)
    let status = withUnsafeMutablePointer(to: &value) {
      ExtAudioFileGetProperty(reference, property, &size, $0)
    }
    guard status == noErr else { throw ConverterFailure(status: status) }
    return value
  }

  func set<Value>(_ property: ExtAudioFilePropertyID, _ value: Value) throws {
    let status = withUnsafePointer(to: value) {
      ExtAudioFileSetProperty(reference, property, UInt32(MemoryLayout<Value>.size), $0)
    }
    guard status == noErr else { throw ConverterFailure(status: status) }
  }

  var length: Int {
    get throws { Int(try get(kExtAudioFileProperty_FileLengthFrames, 0 as Int64)) }
  }

  var position: Int {
    var position: Int64 = -1
    ExtAudioFileTell(reference, &position)
    return Int(position)
  }

  /// Reads frames of Float32, interleaved.
  func read(_ count: Int) throws -> [Float] {
    LittleEndian.float(try readBytes(count))
  }

  /// Reads interleaved frames of any client format.
  func readBytes(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count * Int(client.mBytesPerFrame))
    var read = UInt32(count)
    let status = bytes.withUnsafeMutableBytes { room in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
          mNumberChannels: client.mChannelsPerFrame, mDataByteSize: UInt32(room.count),
          mData: room.baseAddress))
      let status = ExtAudioFileRead(reference, &read, &list)
      precondition(list.mBuffers.mDataByteSize == read * client.mBytesPerFrame || status != noErr)
      return status
    }
    guard status == noErr else { throw ConverterFailure(status: status) }
    return Array(bytes.prefix(Int(read * client.mBytesPerFrame)))
  }

  /// Reads to the end.
  func readAll(portion: Int = 1000) throws -> [Float] {
    var all: [Float] = []
    while true {
      let samples = try read(portion)
      if samples.isEmpty { return all }
      all += samples
    }
  }

  /// Writes bytes of whole frames.
  func write(_ bytes: [UInt8]) throws {
    var bytes = bytes
    let count = UInt32(bytes.count) / client.mBytesPerFrame
    let status = bytes.withUnsafeMutableBytes { bytes in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
          mNumberChannels: client.mChannelsPerFrame, mDataByteSize: UInt32(bytes.count),
          mData: bytes.baseAddress))
      return ExtAudioFileWrite(reference, count, &list)
    }
    guard status == noErr else { throw ConverterFailure(status: status) }
  }
}
