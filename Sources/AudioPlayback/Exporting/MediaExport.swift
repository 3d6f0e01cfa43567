internal import AudioCodecs
internal import AudioContainers
internal import AudioFiles
internal import AudioModel
internal import AudioRealtime
internal import AudioTransport
internal import Synchronization

/// Writes the sound of a medium to a file, on its own thread.
package final class MediaExport: Sendable {
  private let bytes: MediaBytes
  private let target: ExportTarget
  private let sources = OpenSources()
  private let isCancelled = Atomic(false)
  /// The part that has been written, in millionths.
  private let done = Atomic(0)

  private static let blockFrames = 4096

  package init(_ bytes: MediaBytes, to target: ExportTarget) {
    self.bytes = bytes
    self.target = target
  }

  /// The part that has been written, from 0 to 1.
  package var progress: Double { Double(done.load(ordering: .relaxed)) / 1e6 }

  /// Starts the export.
  ///
  /// - Parameter completion: Called once, on the thread of the export. After a failure, the file
  ///   may exist in part.
  package func start(_ completion: @escaping @Sendable (Result<Void, ExportFailure>) -> Void) {
    _ = AudioThread(name: "oca-export") { [self] in
      do throws(ExportFailure) {
        try run()
        completion(.success(()))
      } catch {
        completion(.failure(isCancelled.load(ordering: .acquiring) ? .cancelled : error))
      }
    }
  }

  /// Ends the export as soon as possible.
  package func cancel() {
    isCancelled.store(true, ordering: .releasing)
    sources.cancel()
  }

  private func checkCancelled() throws(ExportFailure) {
    if isCancelled.load(ordering: .acquiring) { throw .cancelled }
  }

  private func note(_ count: Double, of total: Double) {
    done.store(total > 0 ? Int(min(1, max(0, count / total)) * 1e6) : 0, ordering: .relaxed)
  }

  private func run() throws(ExportFailure) {
    try checkCancelled()
    switch target.coding {
    case .packets: try copyPackets()
    case .encoded(let codec, let bitRate): try encode(codec, bitRate)
    }
    done.store(1_000_000, ordering: .relaxed)
  }

  // MARK: Encoding

  private func encode(_ codec: FourCC, _ bitRate: Int) throws(ExportFailure) {
    let source = try opened()
    let info = source.frames.info
    let rate = target.sampleRate(for: info.format.sampleRate)
    let length = info.length?.seconds ?? 0
    let range = (target.range ?? 0..<length).clamped(to: 0..<max(0, length))
    do throws(MediaFailure) {
      try source.frames.prepare(sampleRate: rate)
    } catch {
      throw .source(error)
    }
    if range.lowerBound > 0 { source.frames.seek(to: range.lowerBound, number: 1) }
    var format = StreamFormat(
      sampleRate: rate, formatID: codec, channelCount: info.format.channelCount)
    if codec == .mpeg4AAC { format.framesPerPacket = 1024 }
    let writer = try frameWriter(format, bitRate: bitRate)
    // The length comes from seconds, because the rate of the source may differ from that of the
    // written file.
    let total = Int(framesOf: range.upperBound - range.lowerBound, sampleRate: rate)
    let mixing =
      target.mix.isEmpty
      ? nil
      : SourceMixing(
        target.mix, channelCount: info.format.channelCount, sampleRate: rate,
        from: range.lowerBound)
    try write(source, mixing, total, to: writer)
    try written { () throws(FrameFileError) in
      if target.isOptimised {
        try writer.finish()
        do throws(PacketWriteError) {
          try writer.writer.optimise()
        } catch {
          throw .writing(error)
        }
      }
      try writer.close()
    }
  }

  private func write(
    _ source: ComposedSource, _ mixing: SourceMixing?, _ total: Int, to writer: FrameFileWriter
  ) throws(ExportFailure) {
    let channelCount = source.frames.info.format.channelCount
    var count = 0
    while count < total {
      try checkCancelled()
      var samples: [Float] = []
      do throws(MediaFailure) {
        _ = try source.frames.read(min(Self.blockFrames, total - count), into: &samples)
      } catch {
        throw .source(error)
      }
      guard !samples.isEmpty else { break }
      let frames = samples.count / channelCount
      mixing?.apply(to: &samples, from: 0)
      try written { () throws(FrameFileError) in
        try writer.write(frames, from: FloatBytes(samples[...]))
      }
      count += frames
      note(Double(count), of: Double(total))
    }
    // Rate conversion may yield a few frames less.
    guard source.frames.shortfall == nil, total - count <= Self.blockFrames else {
      throw .shortSource
    }
  }

  private func opened() throws(ExportFailure) -> ComposedSource {
    do throws(MediaFailure) {
      return try ComposedSource(bytes, sources)
    } catch {
      throw .source(error)
    }
  }

  private func frameWriter(
    _ format: StreamFormat, bitRate: Int
  ) throws(ExportFailure) -> FrameFileWriter {
    var content = ContainerContent(fileType: target.fileType, format: format)
    content.tags = target.tags
    content.artwork = target.artwork
    let file = try packetWriter(content)
    let client = StreamFormat.interleavedFloats(like: format)
    var settings = EncoderSettings()
    settings.bitRate = bitRate * format.channelCount
    do throws(FrameFileError) {
      return try FrameFileWriter(file, from: client, settings)
    } catch {
      // The bit rate may be too high or too low for the sample rate and the channels.
      return try written { () throws(FrameFileError) in try FrameFileWriter(file, from: client) }
    }
  }

  // MARK: Packets

  /// Copies the packets of a file.
  private func copyPackets() throws(ExportFailure) {
    let source = try opened()
    guard let file = source.packetFile else { throw .unsupported }
    let range = try packetRange(of: file)
    let info = file.info
    var content = ContainerContent(fileType: target.fileType, format: info.format)
    content.magicCookie = info.magicCookie
    content.channelLayout = info.statedChannelLayout
    content.tags = target.tags
    content.artwork = target.artwork
    let writer = try packetWriter(holding: content)
    let copy = PacketFileCopy(of: file, to: writer, packets: range.packets) { [self] count in
      note(Double(count), of: Double(range.packets.count))
      return !isCancelled.load(ordering: .acquiring)
    }
    try written { () throws(FrameFileError) in
      do throws(PacketWriteError) {
        try copy.run()
        if let trim = range.trim { try writer.change { $0.trim = trim } }
        if target.isOptimised { try writer.optimise() }
        try writer.close()
      } catch {
        throw .writing(error)
      }
    }
    try checkCancelled()
    guard writer.packetCount >= UInt64(range.packets.count), file.shortfall == nil else {
      throw .shortSource
    }
  }

  /// Makes a file; without metadata if the file type cannot store it.
  private func packetWriter(
    holding content: ContainerContent
  ) throws(ExportFailure) -> PacketFileWriter {
    do throws(ExportFailure) {
      return try packetWriter(content)
    } catch .unsupported {
      var plain = content
      (plain.tags, plain.artwork) = (Tags(), [])
      return try packetWriter(plain)
    }
  }

  private func packetRange(of file: PacketFile) throws(ExportFailure) -> PacketRange {
    let rate = file.info.format.sampleRate
    func frame(_ seconds: Double) -> UInt64 {
      UInt64(Int(framesOf: seconds, sampleRate: rate))
    }
    let range = target.range.map { frame($0.lowerBound)..<frame($0.upperBound) }
    do throws(PacketError) {
      return try PacketRange(holding: range ?? 0..<UInt64.max, of: file)
    } catch {
      throw .source(MediaFailure(error))
    }
  }

  private func packetWriter(_ content: ContainerContent) throws(ExportFailure) -> PacketFileWriter {
    let writer: any ContainerWriter
    do throws(ContainerWriteError) {
      writer = try WriterTable.writer(of: content)
    } catch {
      throw .unsupported
    }
    let sink: FileByteSink
    do throws(TransportError) {
      sink = try FileByteSink(path: target.path, .erasing)
    } catch {
      throw .system(error.systemError)
    }
    do throws(PacketWriteError) {
      return try PacketFileWriter(content, writer, to: sink)
    } catch {
      throw ExportFailure(.writing(error))
    }
  }

  private func written<Value>(
    _ body: () throws(FrameFileError) -> Value
  ) throws(ExportFailure) -> Value {
    do throws(FrameFileError) { return try body() } catch { throw ExportFailure(error) }
  }
}

extension ExportFailure {
  fileprivate init(_ error: FrameFileError) {
    self =
      switch error {
      case .writing(.transport(let error)): .system(error.systemError)
      case .writing(.container): .unsupported
      case .writing(.reading(let error)), .packets(let error): .source(MediaFailure(error))
      case .codec, .writing, .invalidSeek: .encoding
      }
  }
}

extension TransportError {
  /// The number of the system's error; 0 for another error.
  fileprivate var systemError: Int32 {
    if case .system(let number) = reason { number } else { 0 }
  }
}
