#if FluidSynth
  internal import AudioGraph
  internal import AudioRealtime
  internal import CFluidSynth

  /// A synthesizer of FluidSynth with one sound bank.
  @safe
  final class FluidSynthCore: SynthesizerCore, @unchecked Sendable {
    // Unchecked: one thread at a time uses it, in turns of its owner.

    private static let rates = 8_000.0...96_000.0
    /// The controller "Reset All Controllers" (MIDI 1.0, table III).
    private static let resetControllers: Int32 = 121

    private let synth: OpaquePointer
    /// Keeps the bytes of a bank in memory.
    private let bytes: UnsafeMutableBufferPointer<UInt8>?
    private let named: [NamedPreset]
    private let all: Set<SoundPreset>
    private var ready: Set<SoundPreset> = []
    private var banks = ChannelBanks()
    private var (cents, pan) = (0 as Float, 0 as Float)
    /// The preset of all channels, until a program is selected; `nil` for General MIDI.
    private let only: SoundPreset?

    /// Loads a sound bank, with the preset `only` for all channels, or those of General MIDI.
    init(
      _ bank: SoundBank, only: SoundPreset?, sampleRate: Double, hasEffects: Bool
    ) throws(SynthesisError) {
      guard Self.rates.contains(sampleRate) else {
        throw SynthesisError(.rateUnsupported(sampleRate))
      }
      guard SoundBank.hasFluidSynth else { throw SynthesisError(.noLibrary) }
      guard let synth = unsafe OCAFluidSynthOpen(sampleRate, hasEffects) else {
        throw SynthesisError(.failed)
      }
      let (isLoaded, bytes) = unsafe Self.load(bank, into: synth)
      guard isLoaded else {
        // Safe: these are the only references to the synthesizer and the bytes.
        unsafe OCAFluidSynthClose(synth)
        unsafe bytes?.deallocate()
        throw SynthesisError(Self.reason(bank))
      }
      unsafe self.synth = unsafe synth
      unsafe self.bytes = unsafe bytes
      named = unsafe Self.presets(of: synth)
      all = Set(named.map(\.preset))
      self.only = only
      super.init(blockFrames: Int(OCAFluidSynthBlockFrames))
      if let only {
        try prepareReset()
        try prepare(only)
        selectOnly()
      } else {
        try prepareStandard()
      }
    }

    deinit {
      // Safe: `init` created both.
      unsafe OCAFluidSynthClose(synth)
      unsafe bytes?.deallocate()
    }

    private static func load(
      _ bank: SoundBank, into synth: OpaquePointer
    ) -> (Bool, UnsafeMutableBufferPointer<UInt8>?) {
      switch bank {
      case .file(let path):
        return (unsafe SoundBank.isBank(path) && OCAFluidSynthLoadFile(synth, path), nil)
      case .bytes(let bytes):
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, bytes.count))
        _ = unsafe copy.initialize(from: bytes)
        guard let base = copy.baseAddress else { return (false, unsafe copy) }
        // Safe: the copy lives as long as the synthesizer.
        return (unsafe OCAFluidSynthLoadBytes(synth, base, bytes.count), unsafe copy)
      case .builtIn: return (false, nil)
      }
    }

    private static func reason(_ bank: SoundBank) -> SynthesisError.Reason {
      if case .file(let path) = bank, !SoundBank.isReadable(path) { return .bankMissing(path) }
      return .bankInvalid
    }

    private static func presets(of synth: OpaquePointer) -> [NamedPreset] {
      var presets: [NamedPreset] = []
      var (bank, program) = (0 as Int32, 0 as Int32)
      var name: UnsafePointer<CChar>?
      var isFirst = true
      // Safe: the name lives as long as the synthesizer.
      while unsafe OCAFluidSynthNextPreset(synth, isFirst, &bank, &program, &name) {
        isFirst = false
        presets.append(
          NamedPreset(
            preset: SoundPreset(bank: Int(bank), program: Int(program)),
            name: unsafe name.map { unsafe String(cString: $0) } ?? ""))
      }
      return presets.sorted { $0.preset < $1.preset }
    }

    // MARK: Presets

    override var presets: [NamedPreset] { named }

    override func prepare(_ preset: SoundPreset) throws(SynthesisError) {
      guard all.contains(preset) else { throw SynthesisError(.presetMissing(preset)) }
      guard !ready.contains(preset) else { return }
      guard unsafe OCAFluidSynthLoadPreset(synth, Int32(preset.bank), Int32(preset.program)) else {
        throw SynthesisError(.bankInvalid)
      }
      ready.insert(preset)
    }

    /// Loads the presets that the library itself selects during a reset, before this class selects
    /// its own.
    private func prepareReset() throws(SynthesisError) {
      for bank in [0, SoundPreset.drumBank] {
        let preset = SoundPreset(bank: bank, program: 0)
        if all.contains(preset) { try prepare(preset) }
      }
    }

    /// Loads the presets that General MIDI begins with.
    private func prepareStandard() throws(SynthesisError) {
      var channel = 0
      while channel < 16 {
        if let preset = preset(channel, 0, ChannelBanks()) {
          try prepare(preset)
          select(preset, channel)
        }
        channel += 1
      }
    }

    override func preset(
      _ channel: Int, _ program: UInt8, _ banks: ChannelBanks
    ) -> SoundPreset? { banks.preset(channel, program) { all.contains($0) } }

    private func select(_ preset: SoundPreset, _ channel: Int) {
      _ = unsafe OCAFluidSynthSelect(
        synth, Int32(channel), Int32(preset.bank), Int32(preset.program))
    }

    private func selectOnly() {
      guard let only else { return }
      var channel = 0
      while channel < 16 {
        select(only, channel)
        channel += 1
      }
    }

    // MARK: Messages

    override func handle(_ message: SynthesizerMessage) {
      let channel = Int32(message.channel)
      let (data1, data2) = (Int32(message.data1), Int32(message.data2))
      switch message.kind {
      case 0x80: unsafe OCAFluidSynthNoteOff(synth, channel, data1)
      case 0x90 where data2 == 0: unsafe OCAFluidSynthNoteOff(synth, channel, data1)
      case 0x90: unsafe OCAFluidSynthNoteOn(synth, channel, data1, data2, message.cents)
      case 0xA0: unsafe OCAFluidSynthKeyPressure(synth, channel, data1, data2)
      case 0xB0:
        banks.control(message.channel, message.data1, message.data2)
        // The library would select other presets by the banks.
        if data1 != 0, data1 != 32 { unsafe OCAFluidSynthControl(synth, channel, data1, data2) }
        if data1 == Self.resetControllers { restoreSettings() }
      case 0xC0: changeProgram(message)
      case 0xD0: unsafe OCAFluidSynthPressure(synth, channel, data1)
      case 0xE0: unsafe OCAFluidSynthBend(synth, channel, data2 << 7 | data1)
      default: if message.status == 0xFF { reset() }
      }
    }

    /// Selects a preset if it has been loaded; otherwise, the former instrument stays.
    private func changeProgram(_ message: SynthesizerMessage) {
      guard let preset = preset(message.channel, message.data1, banks), ready.contains(preset)
      else { return }
      select(preset, message.channel)
    }

    private func reset() {
      banks.reset()
      unsafe OCAFluidSynthReset(synth)
      selectOnly()
      restoreSettings()
    }

    /// Sets the tuning and the place again, which the library resets with the controllers.
    private func restoreSettings() {
      unsafe OCAFluidSynthTune(synth, cents)
      unsafe OCAFluidSynthPan(synth, pan)
    }

    override func handle(systemExclusive bytes: Span<UInt8>) {
      if SystemExclusive.isReset(bytes) { return ClientCode.call { reset() } }
      unsafe bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        // Safe: the library only reads the bytes during the call.
        ClientCode.call {
          unsafe OCAFluidSynthSystemExclusive(synth, base, Int32(buffer.count))
        }
      }
    }

    override func silence() { unsafe OCAFluidSynthSilence(synth) }

    override func tune(_ cents: Float) {
      self.cents = cents
      restoreSettings()
    }

    override func pan(_ pan: Float) {
      self.pan = pan
      restoreSettings()
    }

    // MARK: Rendering

    override var hasVoices: Bool { unsafe OCAFluidSynthVoiceCount(synth) > 0 }

    override func renderBlock() {
      // Safe: the block has this many frames.
      unsafe OCAFluidSynthRender(
        synth, block.plane(0), block.plane(1), Int32(OCAFluidSynthBlockFrames))
    }
  }
#endif
