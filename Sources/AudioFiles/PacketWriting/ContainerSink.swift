internal import AudioContainers
internal import AudioModel
internal import AudioTransport

/// A container's writer and its sink, which change together.
///
/// A change that fails leaves the writer as it was.
struct ContainerSink {
  private(set) var sink: any ByteSink
  private(set) var writer: any ContainerWriter

  init(_ writer: any ContainerWriter, to sink: any ByteSink) {
    self.writer = writer
    self.sink = sink
  }

  /// Returns the current information of the file's header.
  func info(_ content: ContainerContent) -> ContainerInfo {
    var info = writer.info
    info.isChannelLayoutStated = content.channelLayout != nil && info.channelLayout != nil
    return info
  }

  /// Writes the information about the audio.
  mutating func describe(_ content: ContainerContent) throws(PacketWriteError) {
    let before = writer
    do throws(PacketWriteError) {
      try edit { writer, edits throws(ContainerWriteError) in
        try writer.describe(content, &edits)
      }
    } catch {
      writer = before
      throw error
    }
  }

  /// Adds packets at the end.
  ///
  /// - Parameters:
  ///   - bytes: The packets.
  ///   - packets: The position of each packet in `bytes`.
  ///   - updatesSizes: Whether to update the sizes in the header.
  /// - Returns: The packets with their positions in the file, if they are not constant.
  /// - Throws: ``PacketWriteError``. The sink may have additional bytes, which
  ///   ``takeBack(to:updatesSizes:)`` removes.
  mutating func append(
    _ bytes: Span<UInt8>, _ packets: [Packet], updatesSizes: Bool
  ) throws(PacketWriteError) -> [Packet] {
    let before = writer
    var placed: [Packet] = []
    do throws(PacketWriteError) {
      try edit(lent: bytes) { writer, edits throws(ContainerWriteError) in
        try writer.append(bytes, packets, placed: &placed, &edits)
        if updatesSizes { writer.update(&edits) }
      }
    } catch {
      writer = before
      throw error
    }
    return placed
  }

  /// Removes the additions of a failed call, and restores the sizes in the header.
  ///
  /// If the sink fails again, the additional bytes remain in the file, outside the audio.
  mutating func takeBack(to size: UInt64, updatesSizes: Bool) {
    if sink.size > size { try? sink.resize(to: size) }
    guard updatesSizes else { return }
    var edits = FileEdits()
    writer.update(&edits)
    try? SinkEditor(sink: sink).apply(edits, lent: Span())
  }

  /// Completes the file.
  mutating func finish() throws(PacketWriteError) {
    let before = writer
    let size = sink.size
    do throws(PacketWriteError) {
      try edit { writer, edits throws(ContainerWriteError) in try writer.finish(&edits) }
    } catch {
      writer = before
      // At least update the audio size in the header.
      takeBack(to: size, updatesSizes: true)
      throw error
    }
  }

  /// Moves the information about the audio before the audio, into a file that replaces the old one.
  ///
  /// - Returns: Whether that was necessary.
  mutating func optimise() throws(PacketWriteError) -> Bool {
    let before = writer
    do throws(PacketWriteError) {
      var edits = FileEdits()
      do throws(ContainerWriteError) {
        guard try writer.optimise(&edits) else { return false }
      } catch {
        throw PacketWriteError.container(error)
      }
      try replace(by: edits)
      return true
    } catch {
      writer = before
      throw error
    }
  }

  private mutating func replace(by edits: FileEdits) throws(PacketWriteError) {
    do {
      guard let new = try sink.successor() else { throw PacketWriteError.cannotReplace }
      try SinkEditor(sink: new).apply(edits, lent: Span(), old: sink)
      try new.succeed()
      sink = new
    } catch let error as TransportError {
      throw .transport(error)
    } catch {
      throw .cannotReplace
    }
  }

  /// Applies the changes that the writer requests.
  private mutating func edit(
    lent: Span<UInt8> = Span(),
    _ body: (inout any ContainerWriter, inout FileEdits) throws(ContainerWriteError) -> Void
  ) throws(PacketWriteError) {
    var edits = FileEdits()
    do throws(ContainerWriteError) {
      try body(&writer, &edits)
    } catch {
      throw .container(error)
    }
    do throws(TransportError) {
      try SinkEditor(sink: sink).apply(edits, lent: lent)
    } catch {
      throw .transport(error)
    }
  }
}
