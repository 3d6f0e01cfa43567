package import AudioGraph
internal import AudioRealtime
internal import CDynamicLibrary
internal import Synchronization

/// The sounds and effects of a synthesizer.
package struct SynthesizerSetup: Equatable, Sendable {
  /// The sounds; `nil` for the standard ones.
  package var bank: SoundBank?
  /// The preset of all channels; `nil` for the presets of General MIDI.
  package var preset: SoundPreset?
  /// Whether to add reverb and chorus.
  package var hasEffects: Bool
  /// The caller's description of the sounds, such as the names of their files; not used here.
  package var origin: [UInt8] = []

  package init(bank: SoundBank? = nil, preset: SoundPreset? = nil, hasEffects: Bool = true) {
    self.bank = bank
    self.preset = preset
    self.hasEffects = hasEffects
  }
}

/// A synthesizer that plays MIDI messages at their frames.
///
/// A message has its exact frame while the synthesizer is silent. Otherwise it takes effect with
/// a block of the library. FluidSynth's blocks have 64 frames, and those of Sonivox more. A message
/// of a sequence takes effect with the nearest block; with FluidSynth, at most 32 frames early or
/// late. Any other message waits for the next block.
///
/// Our code neither allocates nor locks on the render thread. The senders of messages load the
/// presets in advance, and FluidSynth's lock is off. However, a FluidSynth with OpenMP, such as
/// Debian's, allocates and frees one small object for each block of 64 frames. Tuning messages
/// allocate, too. Sonivox was not examined.
package final class Synthesizer: Sendable {
  private struct State {
    var setup: SynthesizerSetup
    /// The banks of the messages so far, to load presets in advance.
    var banks = ChannelBanks()
    var presets: Set<SoundPreset> = []
    /// The program changes before the first processor, with the banks that they select.
    var early: [(channel: Int, program: UInt8, banks: ChannelBanks)] = []
    /// The rate of the processor, or `nil` without one.
    var sampleRate: Double?
  }

  private let state: Mutex<State>
  private let selected = ChannelPrograms()
  let queue = MessageQueue()
  let published = PublishedObject()
  /// The volume.
  package let gain = GainRamp(1)
  private let tuningBits = Atomic<UInt32>(0)
  private let panBits = Atomic<UInt32>(0)
  /// The frames by which the messages of sequences must be known before their slice.
  private let leadFrames = Atomic<Int>(0)
  /// The number of requests to end all sound.
  private let silences = Atomic<Int>(0)

  package init(_ setup: SynthesizerSetup = SynthesizerSetup()) {
    state = Mutex(State(setup: setup))
  }

  // MARK: Settings

  package var setup: SynthesizerSetup { state.withLock { $0.setup } }

  /// The largest difference from the pitch of a key, in cents.
  private static let mostCents: Float = 12_800

  /// The tuning of all channels, in cents, within 12,800.
  package var cents: Float {
    get { Float(bitPattern: tuningBits.load(ordering: .relaxed)) }
    set {
      let bounded = max(-Self.mostCents, min(newValue, Self.mostCents))
      tuningBits.store((newValue.isNaN ? 0 : bounded).bitPattern, ordering: .relaxed)
    }
  }

  /// The place of all channels between left (-1) and right (1).
  package var pan: Float {
    get { Float(bitPattern: panBits.load(ordering: .relaxed)) }
    set {
      let bounded = max(-1, min(newValue, 1))
      panBits.store((newValue.isNaN ? 0 : bounded).bitPattern, ordering: .relaxed)
    }
  }

  /// Ends all sound at once.
  package func silence() { silences.wrappingAdd(1, ordering: .releasing) }
  let isResting = Atomic<Bool>(true)
  /// Whether the last slice ended in silence, with no message left.
  package var isSilent: Bool { isResting.load(ordering: .acquiring) }
  /// The frames by which the messages of a sequence come before their slice.
  package var lookahead: Int { leadFrames.load(ordering: .relaxed) }
  var silenceCount: Int { silences.load(ordering: .acquiring) }

  // MARK: Instruments

  /// Makes the processor for a format, with the current setup and programs.
  ///
  /// - Throws: ``SynthesisError`` if the sounds cannot be loaded.
  package func makeProcessor(_ format: GraphFormat) throws(SynthesisError) -> any GraphProcessor {
    let (setup, presets, early, isFirst) = state.withLock {
      ($0.setup, $0.presets, $0.early, $0.sampleRate == nil)
    }
    let core = try Self.makeCore(setup, format.sampleRate)
    for change in early {
      guard let preset = core.preset(change.channel, change.program, change.banks) else { continue }
      try core.prepare(preset)
    }
    for preset in presets { try? core.prepare(preset) }
    // The messages for the first processor still wait; its successors need those that it took.
    if !isFirst { for message in selected.all.flatMap(\.messages) { core.handle(message) } }
    published.publish(core)
    leadFrames.store(core.mostLead, ordering: .relaxed)
    state.withLock { $0.sampleRate = format.sampleRate }
    return SynthesizerProcessor(self)
  }

  /// Loads other sounds, which play from the next slice on.
  ///
  /// - Throws: ``SynthesisError`` if the sounds cannot be loaded; the former ones stay.
  package func load(_ setup: SynthesizerSetup) throws(SynthesisError) {
    let sampleRate = state.withLock { $0.sampleRate }
    let core = try Self.makeCore(setup, sampleRate ?? 44_100)
    if sampleRate != nil {
      published.publish(core)
      leadFrames.store(core.mostLead, ordering: .relaxed)
      selected.clear()
    }
    state.withLock { state in
      state.setup = setup
      state.presets = []
      if sampleRate != nil { state.banks = ChannelBanks() }
    }
  }

  /// Forgets the messages that wait for the first processor, with their programs.
  ///
  /// Does nothing once a processor exists. Do not call it while one is being made.
  package func forgetEarlyMessages() {
    state.withLock { state in
      guard state.sampleRate == nil else { return }
      queue.removeAll()
      selected.clear()
      state.early = []
      state.banks = ChannelBanks()
    }
  }

  private static func makeCore(
    _ setup: SynthesizerSetup, _ sampleRate: Double
  ) throws(SynthesisError) -> SynthesizerCore {
    do throws(SynthesisError) {
      let bank = try chosenBank(setup)
      switch bank {
      case .builtIn:
        #if Sonivox
          return try SonivoxCore(sampleRate: sampleRate)
        #else
          throw SynthesisError(.noLibrary)
        #endif
      case .file, .bytes:
        #if FluidSynth
          return try FluidSynthCore(
            bank, only: setup.preset, sampleRate: sampleRate, hasEffects: setup.hasEffects)
        #else
          throw SynthesisError(.noLibrary)
        #endif
      }
    } catch {
      if error.reason == .noLibrary { OCAReportMissingLibraries(OCALibraryForSynthesis) }
      throw error
    }
  }

  private static func chosenBank(_ setup: SynthesizerSetup) throws(SynthesisError) -> SoundBank {
    if let bank = setup.bank { return bank }
    return try SoundBank.standard()
  }

  /// The instruments of a setup, by bank and program.
  package static func presets(_ setup: SynthesizerSetup) throws(SynthesisError) -> [NamedPreset] {
    try makeCore(setup, 44_100).presets
  }

  /// Loads the presets that some messages select, before they are sent.
  ///
  /// - Throws: ``SynthesisError`` if a preset cannot be loaded.
  package func prepare(_ messages: [SynthesizerMessage]) throws(SynthesisError) {
    for message in messages { try prepare(message) }
  }

  /// Loads a preset.
  ///
  /// - Throws: ``SynthesisError`` if the preset does not exist.
  package func prepare(_ preset: SoundPreset) throws(SynthesisError) {
    try prepare { _ in preset }
  }

  private func prepare(_ message: SynthesizerMessage) throws(SynthesisError) {
    if message.kind == 0xB0, message.data1 == 0 || message.data1 == 32 {
      state.withLock { $0.banks.control(message.channel, message.data1, message.data2) }
    }
    if message.status == 0xFF { state.withLock { $0.banks.reset() } }
    guard message.kind == 0xC0 else { return }
    let banks = state.withLock { state -> ChannelBanks in
      if state.sampleRate == nil, state.early.count < MessageQueue.capacity {
        state.early.append((message.channel, message.data1, state.banks))
      }
      return state.banks
    }
    try prepare { $0.preset(message.channel, message.data1, banks) }
  }

  /// Loads a preset of the present sounds; a processor that is made later loads it, too.
  private func prepare(_ choose: (SynthesizerCore) -> SoundPreset?) throws(SynthesisError) {
    guard begin() else { return }
    defer { published.end() }
    guard let found = published.object else { return }
    // Safe: only such objects are published.
    let core = unsafe unsafeDowncast(found, to: SynthesizerCore.self)
    guard let preset = choose(core) else { return }
    try core.prepare(preset)
    state.withLock { _ = $0.presets.insert(preset) }
  }

  /// Waits for the end of the slice that renders now.
  ///
  /// - Returns: `false` on the thread that renders it.
  private func begin() -> Bool {
    while !published.begin() {
      guard !published.isTurnOfCaller else { return false }
      published.waitForTurn()
    }
    return true
  }

  // MARK: Messages

  /// The programs that messages have selected since the sounds were loaded.
  package var programs: [ChannelProgram] { selected.all }

  /// Sends a message, and loads the preset that it selects.
  ///
  /// - Returns: Whether there was room.
  package func send(_ message: SynthesizerMessage) -> Bool {
    // Without the preset, the former instrument stays.
    try? prepare(message)
    return sendPrepared(message)
  }

  /// Sends a message whose preset is loaded, from any thread, without a lock.
  ///
  /// - Returns: Whether there was room.
  package func sendPrepared(_ message: SynthesizerMessage) -> Bool {
    guard queue.add(message) else { return false }
    selected.follow(message)
    return true
  }

  /// Sends a system-exclusive message; 0xF0 and 0xF7 are left out.
  ///
  /// - Returns: Whether there was room.
  package func send(
    systemExclusive bytes: Span<UInt8>, at offset: Int = 0, isAhead: Bool = false
  ) -> Bool {
    var content = bytes
    if content.count > 0, content[0] == 0xF0 { content = content.extracting(droppingFirst: 1) }
    if content.count > 0, content[content.count - 1] == 0xF7 {
      content = content.extracting(droppingLast: 1)
    }
    if SystemExclusive.isReset(content) { selected.clear() }
    return queue.add(systemExclusive: content, at: offset, isAhead: isAhead)
  }
}
