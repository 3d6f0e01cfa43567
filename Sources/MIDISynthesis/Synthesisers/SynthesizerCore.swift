internal import AudioGraph
internal import AudioRealtime
internal import Synchronization

/// A synthesizer that a C library implements, at one sample rate.
///
/// The library renders in blocks, and messages take effect at the start of a block. After silence,
/// a note starts a new block at its own frame. During sound, a message waits for the next block. If
/// its sender knows it early enough, it takes effect with the block that begins nearest to its
/// frame.
class SynthesizerCore: @unchecked Sendable {
  // Unchecked: one thread at a time uses it, in turns of its owner.

  private static let lastNumber = Atomic<Int>(0)

  /// Identifies the synthesizer, because a later one may have the same address.
  final let number = SynthesizerCore.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
  private let blockFrames: Int
  let block: Planes
  /// Frames of the block that have not been given.
  private var left = 0
  private var isAsleep = true

  init(blockFrames: Int) {
    self.blockFrames = blockFrames
    block = Planes(channelCount: 2, capacity: blockFrames)
  }

  // MARK: For subclasses

  /// Fills the block.
  func renderBlock() {}
  /// Whether a voice may sound in the next block.
  var hasVoices: Bool { false }
  /// Handles a channel message.
  func handle(_ message: SynthesizerMessage) {}
  /// Handles a system-exclusive message, without 0xF0 and 0xF7.
  func handle(systemExclusive bytes: Span<UInt8>) {}
  /// Ends all sound at once.
  func silence() {}
  /// Tunes all channels, in cents.
  func tune(_ cents: Float) {}
  /// Moves all channels to the left (-1) or right (1).
  func pan(_ pan: Float) {}

  // MARK: The control thread, in a turn

  /// The instruments of the bank.
  var presets: [NamedPreset] { [] }
  /// Loads what a preset needs.
  func prepare(_ preset: SoundPreset) throws(SynthesisError) {}
  /// The preset for a program of a channel, or `nil` if every preset is ready.
  func preset(_ channel: Int, _ program: UInt8, _ banks: ChannelBanks) -> SoundPreset? { nil }

  // MARK: The render thread, in a turn

  /// Handles a message at the current frame.
  final func apply(_ message: SynthesizerMessage, _ bytes: Span<UInt8>) {
    if message.isSystemExclusive {
      handle(systemExclusive: bytes)
      return
    }
    ClientCode.call { handle(message) }
    if isAsleep, message.kind == 0x90, message.data2 > 0 {
      isAsleep = false
      left = 0
    }
  }

  /// Ends all sound at once, including frames that the library has rendered in advance.
  final func silenceNow() {
    ClientCode.call { silence() }
    (left, isAsleep) = (0, true)
  }

  /// The frames by which a message may take effect early, so that it takes effect with the nearest
  /// block.
  final var lead: Int { isAsleep ? 0 : blockFrames / 2 }
  /// The greatest value of ``lead``.
  final var mostLead: Int { blockFrames / 2 }

  /// Whether no voice and no echo sounds.
  final var isResting: Bool { isAsleep }

  /// Renders frames of the left and right channel.
  final func render(into planes: Planes, at start: Int, count: Int) {
    var done = 0
    while done < count {
      if isAsleep { return planes.clear(from: start + done, count: count - done) }
      if left == 0 {
        // RealtimeSanitizer does not check the code of the library.
        ClientCode.call { renderBlock() }
        left = blockFrames
      }
      let length = min(left, count - done)
      give(planes, at: start + done, count: length)
      left -= length
      done += length
      if left == 0, !hasVoices, isSilent { isAsleep = true }
    }
  }

  /// Copies frames of the block; a single channel gets the mean of both.
  private func give(_ planes: Planes, at start: Int, count: Int) {
    let place = blockFrames - left
    planes.fill(at: start, from: block, at: place, count: count)
    guard planes.channelCount == 1 else {
      if planes.channelCount > 2 { clearOthers(planes, at: start, count: count) }
      return
    }
    planes.scale(by: 0.5, start: start, count: count)
    var index = 0
    while index < count {
      planes[0, start + index] += 0.5 * block[1, place + index]
      index += 1
    }
  }

  private func clearOthers(_ planes: Planes, at start: Int, count: Int) {
    var channel = 2
    while channel < planes.channelCount {
      planes.withSamples(channel, start, count) { samples in
        for index in samples.indices { samples[index] = 0 }
      }
      channel += 1
    }
  }

  /// Whether the block is below -120 dB.
  private var isSilent: Bool {
    var index = 0
    while index < blockFrames {
      if abs(block[0, index]) > 1e-6 || abs(block[1, index]) > 1e-6 { return false }
      index += 1
    }
    return true
  }
}
