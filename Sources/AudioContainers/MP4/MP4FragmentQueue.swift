import AudioModel
import AudioSyntax

/// The packets of a fragment that is not in the file yet, and the places of earlier fragments.
///
/// The header of a fragment precedes its packets and lists their sizes. The plan states in advance
/// how many packets a fragment has, so each packet has its final position at once. A fragment with
/// fewer packets begins with a filler box.
///
/// Source: ISO/IEC 14496-12, 8.8.4 (moof) to 8.8.8 (trun), 8.8.12 (tfdt), 8.8.9 to 8.8.11 (mfra).
struct MP4FragmentQueue: Sendable {
  /// Position of the next fragment in the file.
  var start: UInt64 = 0
  /// Frames in all packets before this fragment.
  private var framesBefore: UInt64 = 0
  /// Frames in the packets of this fragment.
  private var frameCount: UInt64 = 0
  /// Number of fragments so far.
  private(set) var count = 0
  /// Number of packets that this fragment may have.
  private var room = 0
  private var bytes: [UInt8] = []
  /// Bytes of each packet if all packets have this size; otherwise 0.
  private var constantByteCount = 0
  /// Whether the length of this fragment is known.
  private var isBegun = false
  /// Frames and bytes of each packet, in the layout of the run's table.
  private var entries: [UInt8] = []
  /// Time and position of each fragment, for the table at the end.
  private var places: [UInt8] = []
  /// Frame at which this fragment ends, without priming.
  private var boundary = 0.0

  private static let entryByteCount = 8
  /// Bytes of the boxes before the packets, if there are no packets.
  private static let headerByteCount = 8 + 16 + 8 + 16 + 20 + 20 + 8
  private static let segmentHeaderByteCount = 24
  /// Maximum packets and bytes in a fragment.
  private static let (mostPackets, mostBytes) = (1 << 16, 64 << 20)

  var isEmpty: Bool { frameCount == 0 }

  /// Adds a packet.
  ///
  /// - Parameters:
  ///   - packet: The packet, with its location in `source`.
  ///   - source: The bytes of packets.
  ///   - plan: The division into fragments.
  ///   - sampleRate: Frames per second.
  /// - Returns: The position of the packet in the file.
  mutating func append(
    _ packet: Packet, of source: Span<UInt8>, _ plan: FragmentPlan, sampleRate: Double
  ) -> UInt64 {
    if !isBegun { begin(plan, frames: packet.frameCount, sampleRate: sampleRate) }
    let offset = start &+ UInt64(byteCountBeforePackets(plan) + bytes.count)
    let first = Int(packet.offset)
    bytes.append(source.extracting(first..<first + Int(packet.byteCount)))
    entries.append(big: packet.frameCount)
    entries.append(big: packet.byteCount)
    frameCount += UInt64(packet.frameCount)
    return offset
  }

  /// Whether the fragment has all packets that the plan allows.
  func isFull(_ plan: FragmentPlan) -> Bool {
    guard !isEmpty else { return false }
    let frames = Double(framesBefore + frameCount) - Double(plan.primingFrames)
    return frames > boundary - 0.5 || bytes.count >= Self.mostBytes
      || constantByteCount == 0 && entries.count >= room * Self.entryByteCount
  }

  /// Adds bytes of packets that all have one size and one frame, up to the end of the fragment.
  ///
  /// - Parameters:
  ///   - source: The bytes.
  ///   - plan: The division into fragments.
  ///   - byteCount: Bytes of a packet.
  ///   - sampleRate: Frames per second.
  /// - Returns: The number of bytes that the fragment takes.
  mutating func append(
    constant source: Span<UInt8>, _ plan: FragmentPlan, byteCount: Int, sampleRate: Double
  ) -> Int {
    constantByteCount = byteCount
    if !isBegun {
      begin(plan, frames: 1, sampleRate: sampleRate)
      room = 0
    }
    let most = Double(Self.mostBytes / byteCount)
    let frames = max(1, min((boundary - Double(framesBefore)).rounded(.up), most))
    let taken = max(0, min(source.count, Int(frames) * byteCount - bytes.count))
    bytes.append(source.extracting(0..<taken))
    frameCount = UInt64(bytes.count / byteCount)
    return taken
  }

  private mutating func begin(_ plan: FragmentPlan, frames: UInt32, sampleRate: Double) {
    isBegun = true
    let done = Double(framesBefore) - Double(plan.primingFrames)
    let first = (plan.firstInterval ?? plan.interval) * sampleRate
    let usual = max(plan.interval * sampleRate, 1)
    boundary = first
    if done > first - 0.5, usual.isFinite {
      boundary = first + (((done - first + 0.5) / usual).rounded(.down) + 1) * usual
    }
    let needed = ((boundary - done) / Double(max(frames, 1))).rounded(.up)
    room = needed < Double(Self.mostPackets) ? max(1, Int(needed)) : Self.mostPackets
  }

  private func byteCountBeforePackets(_ plan: FragmentPlan) -> Int {
    (plan.isSegmented ? Self.segmentHeaderByteCount : 0) + Self.headerByteCount
      + room * Self.entryByteCount
  }

  /// Ends the fragment.
  ///
  /// - Returns: The bytes of the fragment, which belong at ``start``; empty without packets.
  mutating func end(_ plan: FragmentPlan) -> [UInt8] {
    guard !isEmpty else { return [] }
    var fragment: [UInt8] = []
    if plan.isSegmented {
      let brands = ["msdh", "\0\0\0\0", "msdh", plan.brands.first ?? "iso6"]
      fragment += .box(FourCC("s", "t", "y", "p"), brands.flatMap { Array($0.utf8) })
    }
    let spare = room * Self.entryByteCount - entries.count
    if spare > 0 {
      fragment += .box(MP4Writer.free, [UInt8](repeating: 0, count: spare - 8))
    }
    let time = plan.startFrame - UInt64(plan.earlyFrames) + framesBefore
    places.append(big: time)
    places.append(big: start &+ UInt64(fragment.count))
    places += [1, 1, 1]
    fragment += movieFragment(number: plan.firstNumber &+ UInt32(clamping: count), time: time)
    let used = constantByteCount > 0 ? Int(frameCount) * constantByteCount : bytes.count
    fragment += .big(UInt32(used + 8))
    fragment.append(FourCC("m", "d", "a", "t"))
    fragment += bytes[..<used]
    start &+= UInt64(fragment.count)
    count += 1
    framesBefore += frameCount
    frameCount = 0
    entries = []
    bytes.removeFirst(used)
    isBegun = false
    return fragment
  }

  private func movieFragment(number: UInt32, time: UInt64) -> [UInt8] {
    let isConstant = constantByteCount > 0
    let packetCount = isConstant ? Int(frameCount) : entries.count / Self.entryByteCount
    // The duration and the size of all packets.
    let defaults: [UInt8] = isConstant ? .big(UInt32(1)) + .big(UInt32(constantByteCount)) : []
    // The data follow the box and the header of their own box.
    let dataOffset = Self.headerByteCount + defaults.count + entries.count
    let run: [UInt8] = .big(UInt32(packetCount)) + .big(UInt32(dataOffset)) + entries
    // Offsets count from this box. Packets do not depend on each other.
    let header: [UInt8] = .fullBox(
      FourCC("t", "f", "h", "d"), flags: isConstant ? 0x2_0018 : 0x2_0000,
      .big(UInt32(1)) + defaults)
    let track: [UInt8] =
      header + .fullBox(FourCC("t", "f", "d", "t"), version: 1, .big(time))
      + .fullBox(FourCC("t", "r", "u", "n"), flags: isConstant ? 1 : 0x301, run)
    return .box(
      FourCC("m", "o", "o", "f"),
      .fullBox(FourCC("m", "f", "h", "d"), .big(number)) + .box(FourCC("t", "r", "a", "f"), track))
  }

  /// The table of all fragments, for the end of the file.
  var accessTable: [UInt8] {
    // Numbers of the track fragment, its run, and the packet have one byte each.
    let table: [UInt8] = .big(UInt32(1)) + .big(UInt32(0)) + .big(UInt32(clamping: count)) + places
    let track: [UInt8] = .fullBox(FourCC("t", "f", "r", "a"), version: 1, table)
    let byteCount = UInt32(clamping: 8 + track.count + 16)
    return .box(
      FourCC("m", "f", "r", "a"),
      track + .fullBox(FourCC("m", "f", "r", "o"), .big(byteCount)))
  }
}
