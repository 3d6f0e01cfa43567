import AudioModel
import AudioSyntax

/// Reads the boxes of a movie fragment.
///
/// Source: ISO/IEC 14496-12, 8.8.4 to 8.8.8.
struct MP4Fragment: Sendable {
  /// The layout of a run's samples.
  struct Run: Sendable {
    var hasDurations: Bool
    var hasSizes: Bool
    /// Bytes in the fields of a sample.
    var entryByteCount: Int
    /// Samples that the run states.
    var sampleCount: UInt32
    /// Byte offset of the size field within a sample's fields.
    var sizeIndex: Int
  }

  /// Bytes from the start of the file to the fragment's box.
  let start: UInt64
  let trackIdentifier: UInt32
  let sound: SoundDescription
  let clock: MP4Clock
  private let trackDefaults: MP4Movie.Defaults

  private var defaults = MP4Movie.Defaults()
  private var isChosen = false
  private var base: UInt64 = 0
  /// Start of the next run's data, unless the run states it.
  private var place: UInt64
  private var isFirstTrack = true
  private var run: Run?
  /// Bytes of the run so far.
  private var runByteCount: UInt64 = 0
  private var runStart: UInt64 = 0

  private var sizes = PacketSizes()
  private var extents = PacketExtents()
  private var times = FrameRuns()
  /// The duration of the last sample, initially from the previous fragment.
  private(set) var lastDuration: UInt32
  /// End of the last packet.
  private var end: UInt64?
  /// The packets found, in consecutive tables.
  private(set) var tables: [MP4PacketTable] = []

  /// Creates a fragment whose box starts at `start`.
  init(
    at start: UInt64, of chosen: MP4Movie.Chosen, defaults: MP4Movie.Defaults,
    lastDuration: UInt32 = 0
  ) {
    self.lastDuration = lastDuration
    self.start = start
    trackIdentifier = chosen.track.identifier
    sound = chosen.sound
    clock = chosen.clock
    trackDefaults = defaults
    place = start
  }

  /// Reads the track of the following runs, their defaults, and the start of their data.
  ///
  /// Source: ISO/IEC 14496-12, 8.8.7 Track Fragment Header Box.
  mutating func readHeader(_ body: Span<UInt8>) {
    guard body.count >= 8 else { return }
    let flags = body.bigEndian32(at: 0) & 0xFF_FFFF
    isChosen = body.bigEndian32(at: 4) == trackIdentifier
    defaults = isChosen ? trackDefaults : MP4Movie.Defaults()
    // By default, the data begins at the fragment, or after the previous track's data for later
    // tracks.
    base = isFirstTrack || flags & 0x2_0000 != 0 ? start : place
    isFirstTrack = false
    var index = 8
    if flags & 1 != 0, body.count >= index + 8 {
      base = UInt64(body.bigEndian32(at: index)) << 32 | UInt64(body.bigEndian32(at: index + 4))
      index += 8
    }
    if flags & 2 != 0 { index += 4 }
    if flags & 8 != 0, body.count >= index + 4 {
      defaults.duration = body.bigEndian32(at: index)
      index += 4
    }
    if flags & 0x10 != 0, body.count >= index + 4 { defaults.size = body.bigEndian32(at: index) }
    place = base
  }

  /// Bytes of a run's fields before its samples.
  static func runHeaderByteCount(_ flags: UInt32) -> Int {
    8 + (flags & 1 != 0 ? 4 : 0) + (flags & 4 != 0 ? 4 : 0)
  }

  /// Begins a run from the fields before its samples.
  ///
  /// Source: ISO/IEC 14496-12, 8.8.8 Track Fragment Run Box.
  mutating func beginRun(_ header: Span<UInt8>) -> Run {
    let flags = header.bigEndian32(at: 0) & 0xFF_FFFF
    if flags & 1 != 0 {
      let distance = Int64(Int32(bitPattern: header.bigEndian32(at: 8)))
      place =
        distance < 0
        ? base - min(base, UInt64(-distance)) : base.clampedAdding(UInt64(distance))
    }
    let fields = [0x100, 0x200, 0x400, 0x800].filter { flags & $0 != 0 }.count
    let new = Run(
      hasDurations: flags & 0x100 != 0, hasSizes: flags & 0x200 != 0, entryByteCount: fields * 4,
      sampleCount: header.bigEndian32(at: 4), sizeIndex: flags & 0x100 != 0 ? 4 : 0)
    runStart = place
    runByteCount = 0
    run = new
    guard isChosen, !sound.format.hasConstantPackets, new.hasSizes || defaults.size > 0 else {
      return new
    }
    // A table holds either one common size or individual sizes, not both.
    let isSame = new.hasSizes ? sizes.constant == nil : sizes.constant == defaults.size
    if !isSame, sizes.count > 0 { closeTable() }
    if !isSame || sizes.count == 0 {
      sizes = new.hasSizes ? PacketSizes() : PacketSizes(constant: defaults.size, count: 0)
    }
    if new.sampleCount > 0, end != place {
      extents.append(firstPacket: sizes.count, offset: place)
    }
    return new
  }

  /// Takes samples whose fields are all in `bytes` from `index`, or that have no fields.
  mutating func readSamples(_ bytes: Span<UInt8>, _ index: Int, count: Int) {
    guard let run else { return }
    // Counted but unlisted samples of 0 bytes are not packets, and their number is unbounded.
    let isKept =
      isChosen && !sound.format.hasConstantPackets && (run.hasSizes || defaults.size > 0)
    if !run.hasSizes {
      let (product, overflow) = UInt64(count).multipliedReportingOverflow(by: UInt64(defaults.size))
      runByteCount = runByteCount.clampedAdding(overflow ? .max : product)
      if isKept { sizes.extend(by: count) }
    } else {
      for sample in 0..<count {
        let size = bytes.bigEndian32(at: index + sample * run.entryByteCount + run.sizeIndex)
        runByteCount = runByteCount.clampedAdding(UInt64(size))
        if isKept { sizes.append(size) }
      }
    }
    guard isKept, sound.format.framesPerPacket == 0 else { return }
    if run.hasDurations {
      for sample in 0..<count {
        append(1, of: bytes.bigEndian32(at: index + sample * run.entryByteCount))
      }
    } else {
      append(UInt32(clamping: count), of: defaults.duration)
    }
  }

  /// Adds samples with a duration.
  ///
  /// Writers that do not know the time of the next sample write 0. The sample then has the previous
  /// sample's duration.
  private mutating func append(_ count: UInt32, of duration: UInt32) {
    let fallback = lastDuration > 0 ? lastDuration : defaults.duration
    let stated = duration > 0 ? duration : fallback > 0 ? fallback : usualDuration
    times.append(count, of: stated)
    lastDuration = stated
  }

  /// The duration of a packet of the codec's usual length; 0 if the codec has no usual length.
  private var usualDuration: UInt32 {
    UInt32(
      clamping: MP4Clock.scale(
        UInt64(max(sound.usualFramesPerPacket, 0)), by: clock.timescale, over: clock.sampleRate))
  }

  /// Ends a run.
  mutating func endRun() {
    let isConstant = isChosen && sound.format.hasConstantPackets
    run = nil
    place = runStart.clampedAdding(runByteCount)
    guard isChosen else { return }
    guard isConstant else {
      end = place
      return
    }
    let width = UInt64(sound.format.bytesPerPacket)
    guard let packets = Int(exactly: runByteCount / width), packets > 0 else { return }
    if sizes.constant == nil {
      sizes = PacketSizes(constant: UInt32(truncatingIfNeeded: width), count: 0)
    }
    if end != runStart { extents.append(firstPacket: sizes.count, offset: runStart) }
    sizes.extend(by: packets)
    end = runStart.clampedAdding(UInt64(packets) &* width)
  }

  /// Finishes the table under construction.
  mutating func closeTable() {
    guard sizes.count > 0, extents.count > 0 else { return }
    sizes.close()
    let frames = sound.format.framesPerPacket
    tables.append(
      MP4PacketTable(
        count: sizes.count, sizes: sizes, extents: extents,
        frames: frames > 0
          ? .constant(UInt32(truncatingIfNeeded: frames)) : .runs(clock.frames(times))))
    sizes = PacketSizes()
    extents = PacketExtents()
    times = FrameRuns()
    end = nil
  }
}
