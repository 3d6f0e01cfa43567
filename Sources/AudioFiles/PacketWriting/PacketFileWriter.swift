package import AudioContainers
package import AudioModel
package import AudioTransport

/// Writes packets to a sink in a container format, and keeps the written packets readable.
///
/// A call that fails reverts its incomplete changes. The file is then unchanged or contains the
/// first packets, and the call returns their number.
///
/// Use from one thread at a time.
package final class PacketFileWriter {
  /// The written packets, for reading.
  package let file: PacketFile
  /// The file's information about its audio.
  package internal(set) var content: ContainerContent {
    didSet { file.recorded = content }
  }
  /// Whether to update the sizes in the header only at the end.
  package var defersSizeUpdates = true

  /// The bytes of the file, and their writer.
  var container: ContainerSink
  /// Bytes of constant packets, including a partial packet.
  var constantByteCount: UInt64 = 0
  /// Whether the file is in the state after ``finish()``.
  var isFinished = false
  /// Whether the content differs from the existing file.
  var hasChanged = true
  /// Whether the audio is still unchanged from the existing file.
  var isReopened = false

  /// The result of a write.
  package struct Outcome: Equatable, Sendable {
    /// The number of packets written, or of bytes for a call that writes bytes.
    package var count: Int
    /// Why the call wrote no more.
    package var error: PacketWriteError?
  }

  /// Starts a file and writes its header.
  ///
  /// - Parameters:
  ///   - content: The file's format and information.
  ///   - writer: A new writer.
  ///   - sink: An empty sink.
  /// - Throws: ``PacketWriteError``.
  package init(
    _ content: ContainerContent, _ writer: any ContainerWriter, to sink: any ByteSink
  ) throws(PacketWriteError) {
    var container = ContainerSink(writer, to: sink)
    try container.describe(content)
    self.content = content
    self.container = container
    file = PacketFile(recording: sink, container.info(content))
    if container.writer.info.format.hasConstantPackets { file.scanner.setRecorded(byteCount: 0) }
    file.recorded = content
  }

  /// Number of packets so far.
  package var packetCount: UInt64 { file.knownPacketCount }

  /// Bytes of each packet, if packets are constant.
  package var bytesPerPacket: Int { file.info.format.bytesPerPacket }
  package var hasConstantPackets: Bool { file.info.format.hasConstantPackets }
}

// MARK: - Describing

extension PacketFileWriter {
  /// Changes the file's information about its audio.
  ///
  /// - Throws: ``PacketWriteError``. Nothing has changed in that case.
  package func change(
    _ change: (inout ContainerContent) -> Void
  ) throws(PacketWriteError) {
    var content = content
    change(&content)
    guard content != self.content else { return }
    if let trim = content.trim, trim != self.content.trim { try check(trim) }
    do {
      try container.describe(content)
    } catch {
      if error == .container(.mustPrecedeAudio), canRewrite(content) {
        return try rewrite(content)
      }
      if packetCount == 0 { try? container.describe(self.content) }
      throw error
    }
    self.content = content
    isFinished = false
    hasChanged = true
    file.scanner.setRecorded(container.info(content))
    if hasConstantPackets { file.scanner.setRecorded(byteCount: constantByteCount) }
  }

  /// Frames in all packets, as the container counts them.
  package var frameCount: UInt64 { file.scanner.table.frameCount }

  private func check(_ trim: FrameTrim) throws(PacketWriteError) {
    var frames = file.scanner.table.frameCount
    let format = file.info.format
    // Clients see a remainder that fills the last packet.
    if format.formatID == .flac, format.framesPerPacket > 0, trim.remainderFrames > 0 {
      frames = file.scanner.table.packetCount &* UInt64(format.framesPerPacket)
    }
    let (sum, overflow) = UInt64(clamping: trim.primingFrames)
      .addingReportingOverflow(UInt64(clamping: trim.remainderFrames))
    let (total, again) = sum.addingReportingOverflow(trim.validFrames)
    guard trim.primingFrames >= 0, trim.remainderFrames >= 0, !overflow, !again, total == frames
    else { throw .wrongFrameCount }
  }
}

// MARK: - Writing

extension PacketFileWriter {
  /// Writes packets.
  ///
  /// Constant packets may replace earlier ones.
  ///
  /// - Parameters:
  ///   - bytes: The packets.
  ///   - packets: The position of each packet in `bytes`. Ignored for constant packets.
  ///   - count: The number of packets.
  ///   - start: The index of the first packet.
  /// - Returns: The number of packets written, and the error, if any.
  package func write(
    _ bytes: Span<UInt8>, _ packets: [Packet], count: Int, at start: UInt64
  ) -> Outcome {
    if let error = beginChangingAudio() { return Outcome(count: 0, error: error) }
    guard hasConstantPackets else { return append(bytes, packets, at: start) }
    let size = bytesPerPacket
    let (offset, overflow) = start.multipliedReportingOverflow(by: UInt64(size))
    guard !overflow, start <= packetCount else {
      return Outcome(count: 0, error: .invalidPacketOffset)
    }
    guard bytes.count / size >= count else {
      return Outcome(count: 0, error: .invalidDescriptions)
    }
    var outcome = writeConstant(bytes.extracting(0..<count * size), at: offset)
    outcome.count /= size
    return outcome
  }

  /// Writes bytes of constant packets.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, which need not be whole packets.
  ///   - start: Bytes from the start of the audio, at most the current size of the audio.
  /// - Returns: The number of bytes written, and the error, if any.
  package func writeBytes(_ bytes: Span<UInt8>, at start: UInt64) -> Outcome {
    guard hasConstantPackets else { return Outcome(count: 0, error: .packetsNeeded) }
    guard start <= constantByteCount else {
      return Outcome(count: 0, error: .invalidPacketOffset)
    }
    if let error = beginChangingAudio() { return Outcome(count: 0, error: error) }
    return writeConstant(bytes, at: start)
  }

  /// Removes the existing file's information about individual samples.
  private func beginChangingAudio() -> PacketWriteError? {
    hasChanged = true
    guard isReopened else { return nil }
    let type = content.fileType
    do {
      try change { content in
        content.chunks.removeAll { $0.tag.isOfSamples(inFileOf: type) }
      }
    } catch {
      return error
    }
    isReopened = false
    return nil
  }

  private func writeConstant(_ bytes: Span<UInt8>, at start: UInt64) -> Outcome {
    let replaced = Int(min(UInt64(bytes.count), constantByteCount - start))
    do {
      if replaced > 0 {
        try container.sink.write(bytes.extracting(0..<replaced), at: file.info.dataOffset &+ start)
        file.scanner.bytes.forget()
      }
    } catch {
      return Outcome(count: 0, error: .transport(error))
    }
    guard replaced < bytes.count else { return Outcome(count: replaced) }
    let rest = bytes.extracting(replaced...)
    let size = container.sink.size
    do {
      try append(rest, [])
      constantByteCount &+= UInt64(rest.count)
      file.scanner.setRecorded(byteCount: constantByteCount)
      return Outcome(count: bytes.count)
    } catch {
      // Keep the whole packets that fit.
      let end = container.sink.size
      let room = end > size ? Int(clamping: end - size) : 0
      let kept = min(room, rest.count) / bytesPerPacket * bytesPerPacket
      container.takeBack(to: size, updatesSizes: !defersSizeUpdates)
      guard case .transport = error, kept > 0, kept < rest.count else {
        return Outcome(count: replaced, error: error)
      }
      let first = writeConstant(bytes.extracting(0..<replaced + kept), at: start)
      return Outcome(count: first.count, error: error)
    }
  }

  private func append(
    _ bytes: Span<UInt8>, _ packets: [Packet], at start: UInt64
  ) -> Outcome {
    guard start == packetCount else { return Outcome(count: 0, error: .invalidPacketOffset) }
    for packet in packets {
      guard packet.offset <= UInt64(bytes.count),
        UInt64(packet.byteCount) <= UInt64(bytes.count) - packet.offset
      else { return Outcome(count: 0, error: .invalidDescriptions) }
    }
    let size = container.sink.size
    do {
      try append(bytes, packets)
      return Outcome(count: packets.count)
    } catch {
      container.takeBack(to: size, updatesSizes: !defersSizeUpdates)
      return Outcome(count: 0, error: error)
    }
  }

  /// Adds packets at the end.
  ///
  /// If it throws, the writer is unchanged.
  private func append(_ bytes: Span<UInt8>, _ packets: [Packet]) throws(PacketWriteError) {
    let placed = try container.append(bytes, packets, updatesSizes: !defersSizeUpdates)
    isFinished = false
    if !placed.isEmpty {
      file.scanner.addRecorded(placed)
      file.scanner.setRecorded(container.writer.info)
    }
  }
}
