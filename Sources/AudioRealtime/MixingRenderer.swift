internal import Glibc
internal import Synchronization

/// Renders the sum of several renderers, which are synchronized to the frame.
///
/// Each renderer starts at its own frame. The mix never starves. Without frames, it renders
/// silence, so its frames follow the device's clock.
@safe
package final class MixingRenderer: RenderEntry, @unchecked Sendable {
  // Sendable: the slots are atomic. A voice is retained while it is in its slot. ``remove(_:)``
  // returns only after the render thread has left the voice.

  /// Maximum number of voices.
  private static let slotCount = 256
  /// Frames per mixed block.
  static let blockFrames = 4096

  private final class Slot: Sendable {
    let voice = Atomic<UInt>(0)
  }

  private let mixedChannels: Int
  private let slots = (0..<MixingRenderer.slotCount).map { _ in Slot() }
  /// Slots that may contain voices.
  private let usedSlots = Atomic<Int>(0)
  /// Mixed frames, minus those that were taken back.
  private let mixed = Atomic<Int>(0)
  /// Odd while the render thread uses the voices.
  private let turn = Atomic<Int>(0)

  /// Creates a renderer of silence.
  package init(sampleRate: Double, channelCount: Int) {
    mixedChannels = channelCount
    super.init(sampleRate: sampleRate)
  }

  package override var channelCount: Int { mixedChannels }

  deinit {
    // `add` retained the remaining voices.
    for slot in slots { Self.release(slot.voice.load(ordering: .relaxed)) }
  }

  // MARK: One thread at a time

  /// Adds a voice.
  ///
  /// - Returns: Whether a slot was free.
  package func add(_ voice: MixedVoice) -> Bool {
    guard let index = slots.firstIndex(where: { $0.voice.load(ordering: .relaxed) == 0 }) else {
      return false
    }
    // Safe: `remove` or `deinit` releases the voice.
    let reference = unsafe UInt(bitPattern: Unmanaged.passRetained(voice).toOpaque())
    slots[index].voice.store(reference, ordering: .sequentiallyConsistent)
    if index >= usedSlots.load(ordering: .relaxed) {
      usedSlots.store(index + 1, ordering: .releasing)
    }
    return true
  }

  /// Removes a voice, and returns when no thread renders it.
  package func remove(_ voice: MixedVoice) {
    // Safe: only compared as a number.
    let reference = unsafe UInt(bitPattern: Unmanaged.passUnretained(voice).toOpaque())
    for slot in slots where slot.voice.load(ordering: .relaxed) == reference {
      slot.voice.store(0, ordering: .sequentiallyConsistent)
      let now = turn.load(ordering: .sequentiallyConsistent)
      while now % 2 == 1, turn.load(ordering: .sequentiallyConsistent) == now { usleep(100) }
      Self.release(reference)
    }
  }

  private static func release(_ reference: UInt) {
    // Safe: the slot contained a retained voice.
    unsafe UnsafeRawPointer(bitPattern: reference).map {
      unsafe Unmanaged<MixedVoice>.fromOpaque($0).release()
    }
  }

  // MARK: The render thread

  override func render(into target: UnsafeMutablePointer<Float>, count: Int) -> Int {
    turn.wrappingAdd(1, ordering: .sequentiallyConsistent)
    var done = 0
    while done < count {
      let length = min(count - done, Self.blockFrames)
      let frame = mixed.load(ordering: .relaxed)
      // Safe: the caller has room for `count` frames.
      let place = unsafe target + done * channelCount
      unsafe place.update(repeating: 0, count: length * channelCount)
      forEachVoice {
        unsafe $0.add(to: place, count: length, at: frame)
      }
      mixed.store(frame + length, ordering: .releasing)
      done += length
    }
    turn.wrappingAdd(1, ordering: .sequentiallyConsistent)
    return count
  }

  override func rewindOnDevice(_ count: Int) -> Int {
    turn.wrappingAdd(1, ordering: .sequentiallyConsistent)
    let old = mixed.load(ordering: .relaxed)
    var new = max(0, old - count)
    forEachVoice { new = max(new, min(old, $0.earliest(from: old))) }
    forEachVoice { $0.rewind(from: old, to: new) }
    mixed.store(new, ordering: .releasing)
    turn.wrappingAdd(1, ordering: .sequentiallyConsistent)
    return old - new
  }

  private func forEachVoice(_ body: (MixedVoice) -> Void) {
    var index = 0
    while index < usedSlots.load(ordering: .acquiring) {
      let reference = slots[index].voice.load(ordering: .sequentiallyConsistent)
      if let pointer = unsafe UnsafeRawPointer(bitPattern: reference) {
        // Safe: the slot contains a retained voice, which `remove` keeps until this turn ends.
        unsafe Unmanaged<MixedVoice>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
      }
      index += 1
    }
  }
}
