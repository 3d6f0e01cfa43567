/// Packet lengths in frames, as runs of packets with the same number of frames.
struct FrameRuns: Equatable, Sendable {
  struct Run: Equatable, Sendable {
    var count: UInt32
    /// Frames of each packet, or units of another clock.
    var frames: UInt32
  }

  private struct Checkpoint: Equatable, Sendable {
    var packet: Int
    var frame: UInt64
  }

  private static let checkpointDistance = 32

  private(set) var runs: [Run] = []
  /// Packets in all runs.
  private(set) var count = 0
  /// Frames in all runs.
  private(set) var total: UInt64 = 0
  /// The packet and frame counts before every 32nd run.
  private var checkpoints: [Checkpoint] = []

  /// Adds packets.
  mutating func append(_ packets: UInt32, of frames: UInt32) {
    guard packets > 0 else { return }
    if let last = runs.last, last.frames == frames, last.count &+ packets > last.count {
      runs[runs.count - 1].count += packets
    } else {
      if runs.count % Self.checkpointDistance == 0 {
        checkpoints.append(Checkpoint(packet: count, frame: total))
      }
      runs.append(Run(count: packets, frames: frames))
    }
    count += Int(packets)
    total = total.clampedAdding(UInt64(packets) * UInt64(frames))
  }

  /// These runs, with the length of the preceding packets for last packets without frames.
  ///
  /// Writers that do not know the time of the next packet write 0 for the last one.
  var withLastPackets: FrameRuns {
    guard let last = runs.last, last.frames == 0, runs.count > 1 else { return self }
    var result = FrameRuns()
    for run in runs.dropLast() { result.append(run.count, of: run.frames) }
    result.append(last.count, of: runs[runs.count - 2].frames)
    return result
  }

  /// Whether each packet's length is a multiple of `frames`.
  func areMultiples(of frames: UInt32) -> Bool {
    frames > 0 && runs.allSatisfy { $0.frames > 0 && $0.frames.isMultiple(of: frames) }
  }

  /// Frames of the packet at `index`; 0 after the last packet.
  func frames(at index: Int) -> UInt32 {
    run(
      where: { $0.packet <= index },
      isInside: { place, run in index < place.packet + Int(run.count) })?
      .run.frames ?? 0
  }

  /// Frames before the packet at `index`.
  func firstFrame(ofPacket index: Int) -> UInt64 {
    guard
      let found = run(
        where: { $0.packet <= index },
        isInside: { place, run in index < place.packet + Int(run.count) })
    else { return total }
    return found.start.frame &+ UInt64(index - found.start.packet) &* UInt64(found.run.frames)
  }

  /// The packet that holds `frame`, or ``count``.
  func packetIndex(atFrame frame: UInt64) -> Int {
    guard
      let found = run(
        where: { $0.frame <= frame },
        isInside: { place, run in
          frame < place.frame.clampedAdding(UInt64(run.count) * UInt64(run.frames))
        })
    else { return count }
    return found.start.packet + Int((frame - found.start.frame) / UInt64(max(found.run.frames, 1)))
  }

  private func run(
    where isBefore: (Checkpoint) -> Bool, isInside: (Checkpoint, Run) -> Bool
  ) -> (run: Run, start: Checkpoint)? {
    let checkpoint = partition(checkpoints.count) { isBefore(checkpoints[$0]) } - 1
    guard checkpoint >= 0 else { return nil }
    var place = checkpoints[checkpoint]
    for run in runs[(checkpoint * Self.checkpointDistance)...] {
      if isInside(place, run) { return (run, place) }
      place.packet += Int(run.count)
      place.frame = place.frame.clampedAdding(UInt64(run.count) * UInt64(run.frames))
    }
    return nil
  }

  /// Approximate number of bytes held.
  var heldByteCount: Int { runs.count * 8 + checkpoints.count * 16 }
}
