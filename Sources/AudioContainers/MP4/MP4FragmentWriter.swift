import AudioModel

/// Writes the fragments of a movie, and the header before them.
///
/// Each fragment is complete when it reaches the file, so a file that is cut off plays up to its
/// last fragment. The header precedes the first fragment. It states the durations once the file is
/// finished.
struct MP4FragmentWriter: Sendable {
  private var queue = MP4FragmentQueue()
  /// Bytes of the header; 0 before it is written.
  private var headByteCount = 0
  private var framesPerPacket: UInt32 = 0
  /// Bytes of each packet if all packets have this size; otherwise 0.
  private var constantByteCount = 0
  private var sampleRate = 0.0
  /// The number of ``FragmentPlan/flushCount`` when the last fragment ended.
  private var flushCount = 0

  var hasBegun: Bool { headByteCount > 0 }

  /// Takes a new description, which may end a fragment.
  mutating func describe(_ plan: FragmentPlan, _ edits: inout FileEdits) {
    guard plan.flushCount != flushCount else { return }
    flushCount = plan.flushCount
    endFragment(plan, &edits)
  }

  /// Writes the header.
  ///
  /// - Parameters:
  ///   - movie: The description of the track.
  ///   - content: The description of the file.
  ///   - first: The first packet.
  ///   - edits: Receives the bytes.
  mutating func begin(
    _ movie: MP4MovieWriter, _ content: ContainerContent, _ first: Packet?,
    _ edits: inout FileEdits
  ) {
    let frames = UInt32(clamping: content.format.framesPerPacket)
    framesPerPacket = frames > 0 ? frames : first?.frameCount ?? 0
    constantByteCount = Int(movie.table.constantByteCount)
    sampleRate = content.format.sampleRate
    let head = head(movie, content, validFrames: 0, frameCount: 0)
    headByteCount = head.count
    queue.start = UInt64(head.count)
    edits.write(head, at: 0)
    // The file may have begun as one without fragments.
    edits.end = queue.start
  }

  /// Adds packets, and writes the fragments that they complete.
  mutating func append(
    _ packets: [Packet], of bytes: Span<UInt8>, _ plan: FragmentPlan, placed: inout [Packet],
    _ edits: inout FileEdits
  ) {
    for packet in packets {
      var here = packet
      here.offset = queue.append(packet, of: bytes, plan, sampleRate: sampleRate)
      placed.append(here)
      if queue.isFull(plan) { endFragment(plan, &edits) }
    }
  }

  /// Adds bytes of packets that all have one size, and writes the fragments that they complete.
  mutating func append(constant bytes: Span<UInt8>, _ plan: FragmentPlan, _ edits: inout FileEdits)
  {
    var index = 0
    while index < bytes.count {
      index += queue.append(
        constant: bytes.extracting(index...), plan, byteCount: constantByteCount,
        sampleRate: sampleRate)
      if queue.isFull(plan) { endFragment(plan, &edits) }
    }
  }

  private mutating func endFragment(_ plan: FragmentPlan, _ edits: inout FileEdits) {
    let offset = queue.start
    edits.write(queue.end(plan), at: offset)
    if edits.end != nil { edits.end = queue.start }
  }

  /// Writes the last fragment, the table of fragments, and the durations in the header.
  ///
  /// - Parameters:
  ///   - movie: The description of the track.
  ///   - content: The description of the file.
  ///   - frameCount: Frames in all packets.
  ///   - edits: Receives the bytes.
  mutating func finish(
    _ movie: MP4MovieWriter, _ content: ContainerContent, frameCount: UInt64,
    _ edits: inout FileEdits
  ) {
    guard let plan = content.fragments else { return }
    if !hasBegun { begin(movie, content, nil, &edits) }
    endFragment(plan, &edits)
    guard !plan.isSegmented else { return }
    let accessTable = queue.accessTable
    edits.write(accessTable, at: queue.start)
    edits.end = queue.start &+ UInt64(accessTable.count)
    let priming = min(UInt64(plan.primingFrames), frameCount)
    let valid = content.trim?.validFrames ?? frameCount - priming
    let head = head(movie, content, validFrames: valid, frameCount: frameCount)
    // Texts that changed after the first fragment have no room.
    if head.count == headByteCount { edits.write(head, at: 0) }
  }

  private func head(
    _ movie: MP4MovieWriter, _ content: ContainerContent, validFrames: UInt64, frameCount: UInt64
  ) -> [UInt8] {
    guard let plan = content.fragments else { return [] }
    var movie = movie
    movie.table = MP4SampleTableWriter()
    movie.trim = nil
    movie.fragments = MP4MovieFragments(
      primingFrames: plan.primingFrames - plan.earlyFrames, validFrames: validFrames,
      frameCount: frameCount, framesPerPacket: framesPerPacket,
      bytesPerPacket: UInt32(clamping: constantByteCount),
      statesDuration: !plan.isSegmented)
    let usual = MP4Brands.brands(of: content.fileType) + ["iso6"]
    let brands = plan.brands.isEmpty ? usual : plan.brands
    return MP4Brands.box(content.fileType, brands: brands) + movie.box
  }
}
