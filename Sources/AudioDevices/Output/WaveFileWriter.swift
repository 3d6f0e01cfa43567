internal import Glibc

/// A WAV file of 32-bit floats that grows.
///
/// Source: Microsoft, Multimedia Programming Interface and Data Specifications 1.0, Waveform Audio
/// File Format; Multiple Channel Audio Data and WAVE Files, `WAVE_FORMAT_IEEE_FLOAT`.
final class WaveFileWriter {
  let format: DeviceFormat
  private let descriptor: Int32
  private var dataByteCount = 0

  /// The bytes before the samples: RIFF, `fmt `, `fact`, and the header of `data`.
  private static let headerByteCount = 12 + 26 + 12 + 8
  /// The maximum number of sample bytes that the header can state.
  private static let dataByteLimit = Int(UInt32.max) - headerByteCount

  /// Creates the file, or empties an existing one.
  ///
  /// - Throws: ``DeviceError/notWritable``.
  init(path: String, format: DeviceFormat) throws(DeviceError) {
    // Safe: the path is a C string for the call.
    descriptor = unsafe path.withCString {
      unsafe open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    }
    self.format = format
    guard descriptor >= 0 else { throw .notWritable }
    try updateHeader()
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Adds the first frames of a block.
  ///
  /// - Throws: ``DeviceError/notWritable``.
  func append(_ block: RenderBlock, frames: Int) throws(DeviceError) {
    let descriptor = descriptor
    var offset = Self.headerByteCount + dataByteCount
    let start = offset
    try unsafe block.withBytes(ofFrames: frames) { (bytes) throws(DeviceError) in
      guard offset + bytes.count <= Self.dataByteLimit else { throw .notWritable }
      try unsafe Self.write(bytes, to: descriptor, at: &offset)
    }
    dataByteCount += offset - start
  }

  /// Writes the current sizes.
  ///
  /// - Throws: ``DeviceError/notWritable``.
  func updateHeader() throws(DeviceError) {
    let frameBytes = format.channelCount * 4
    let rate = UInt32(format.sampleRate)
    var header: [UInt8] = []
    func add(_ text: String) { header += Array(text.utf8) }
    func add32(_ value: UInt32) {
      header += [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    func add16(_ value: UInt16) { header += [UInt8(value & 0xFF), UInt8(value >> 8)] }
    add("RIFF")
    add32(UInt32(Self.headerByteCount - 8 + dataByteCount))
    add("WAVEfmt ")
    add32(18)
    add16(3)
    add16(UInt16(format.channelCount))
    add32(rate)
    add32(rate &* UInt32(frameBytes))
    add16(UInt16(frameBytes))
    add16(32)
    add16(0)
    add("fact")
    add32(4)
    add32(UInt32(dataByteCount / frameBytes))
    add("data")
    add32(UInt32(dataByteCount))
    let descriptor = descriptor
    var offset = 0
    // Safe: the bytes outlive the call.
    let result = unsafe header.withUnsafeBytes { bytes in
      Result<Void, DeviceError> { () throws(DeviceError) in
        try unsafe Self.write(bytes, to: descriptor, at: &offset)
      }
    }
    try result.get()
  }

  /// Writes all bytes at an offset and moves the offset past them.
  private static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: inout Int
  ) throws(DeviceError) {
    var done = 0
    while done < bytes.count {
      // Safe: the rest of the buffer.
      let count = unsafe pwrite(
        descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .notWritable }
      done += count
      offset += count
    }
  }
}
