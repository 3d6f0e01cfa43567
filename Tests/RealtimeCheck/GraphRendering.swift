import AudioDevices
import AudioGraph
import AudioPlayback
import AudioProcessing
import AudioRealtime
import Glibc
import MIDISequencing
import MIDISynthesis

/// Renders a graph on a device, with players, mixers, effects and a client source, as it changes.
enum GraphRendering {
  /// A client's source, whose code allocates memory beyond the boundary.
  private final class Client: GraphProcessor {
    func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
      let level = ClientCode.call { Array(repeating: Float(0.1), count: slice.count + 1)[0] }
      for channel in 0..<outputs[0].channelCount {
        var index = 0
        while index < slice.count {
          outputs[0][channel, index] = level
          index += 1
        }
      }
    }
  }

  /// Sends the events of a sequence before each slice.
  private final class Driver: GraphDriver {
    private let pump: SequencePump
    init(_ pump: SequencePump) { self.pump = pump }

    func advance(_ slice: GraphSlice, sampleRate: Double) {
      pump.advance(slice.count, sampleRate: sampleRate, at: slice.nanoseconds)
    }
  }

  /// Edits of a sequence that plays: another tempo, a loop, and more tracks than a slice can play.
  private static func edit(_ pump: SequencePump, _ synthesizer: Synthesizer, _ round: Int) throws {
    var sequence = EventSequence()
    sequence.tempoTrack.list.insert(.tempo(60 + Double(round)), at: 0)
    for number in 0..<500 {
      sequence.update(sequence.addTrack()) { track in
        let message = ChannelMessage(status: 0xB0, data1: 7, data2: UInt8(number % 128))
        for beat in 0..<10 { track.list.insert(.channel(message), at: Double(beat)) }
        track.loop = EventTrack.Loop(duration: number == 0 ? 1e-9 : 2, count: number % 3)
      }
    }
    try pump.set(SequenceSchedule(sequence, [synthesizer]))
  }

  /// A synthesizer of sines, and a pump that plays many notes on it.
  private static func instrument() throws -> (Synthesizer, SequencePump) {
    let synthesizer = Synthesizer(
      SynthesizerSetup(bank: .sine, preset: SoundPreset(bank: 0, program: 0)))
    var sequence = EventSequence()
    sequence.update(sequence.addTrack()) { track in
      for index in 0..<200 {
        let note = Note(
          channel: UInt8(index % 16), key: UInt8(40 + index % 50), velocity: 90,
          releaseVelocity: 0, duration: 0.3)
        track.list.insert(.note(note), at: Double(index) / 100)
        track.list.insert(.raw([0xF0, 0x7E, 0x7F, 0x09, 0x01, 0xF7]), at: Double(index) / 10)
      }
    }
    let pump = SequencePump()
    try pump.set(SequenceSchedule(sequence, [synthesizer]))
    return (synthesizer, pump)
  }

  /// Plays a graph for some tenths of a second, and returns the number of rendered frames.
  static func check(_ name: String, channelCount: Int) throws -> Int {
    guard let choice = DeviceChoice.named(name) else { throw DeviceError.absent }
    let keeper = Signal()
    let news = GraphNews(keeper)
    let format = GraphFormat(sampleRate: 48_000, channelCount: channelCount)
    let graph = RenderGraph(format, news: news)
    let player = PlayerVoice()
    let stream = StreamSource(channelCount: 2, capacity: 4_096, decoder: keeper)
    player.setNews(news)
    let meters = MixerMeters(inputs: 8, outputs: 1)
    let mixer = GraphNode(Mixer(meters: meters), mixesInputs: true)
    let space = SpatialReverb()
    space.isEnabled = true
    let spatialMixer = SpatialMixer.node(space, gain: GainRamp())
    let placed = MixInput(send: MixInput(), head: HeadInput())
    let output = GraphNode(PassThrough())
    let bands = EqualizerSettings(bandCount: 3)
    let echo = DelaySettings()
    let equalizer = GraphNode(making: { Equalizer(bands, $0) })
    let delay = GraphNode(making: { Delay(echo, $0) })
    let (speed, pitch) = (TimeSettings(rates: 0.25...4), TimeSettings(rates: 1 / 32...32))
    let effects = [SpeedChanger.node(speed), PitchChanger.node(pitch)]
    let (hall, noise) = (ReverbSettings(.none, wet: 0.5), DistortionSettings())
    let reverb = GraphNode(making: { Reverb(hall, $0) })
    let distorter = GraphNode(making: { Distorter(noise, $0) })
    let rooms = DualReverbSettings()
    let dualReverb = GraphNode(holding: { DualReverb(rooms, $0, mostFrames: $1) })
    let (limits, shift, matrix) = (LimiterSettings(), TimeSettings(rates: 1...1), MatrixSettings())
    let limiter = GraphNode(making: { Limiter(limits, $0) })
    let shifter = GraphNode(holding: { PitchShifter(shift, $0, mostFrames: $1) })
    let matrixMeters = MixerMeters(inputs: 8, outputs: 8)
    let matrixMixer = GraphNode(shaping: { shape, _ in
      MatrixMixer(
        matrix, matrixMeters, inputs: (0..<2).map { shape.inputs[$0] ?? 1 },
        outputs: shape.outputs, sampleRate: shape.sampleRate)
    })
    // Without meters, a mixer adds each input right after the input was rendered.
    let (earlyMixer, other) = (GraphNode(Mixer(), mixesInputs: true), GraphNode(Client()))
    for band in 0..<bands.bandCount { bands[band].isBypassed = false }
    let levels = MixInput()
    var layout = GraphLayout(format: format, mostFrames: 512, output: output)
    let rates = [48_000.0, 44_100, 8_000, 96_000]
    for (bus, rate) in rates.enumerated() {
      let node = bus == 0 ? GraphNode(player) : GraphNode(Client())
      let effect = bus < effects.count ? effects[bus] : nil
      if let effect {
        layout.connections.append(GraphConnection(from: node, 0, to: effect, 0))
        layout.outputFormats[GraphBus(effect)] = format
        layout.inputFormats[GraphBus(effect)] = format
      }
      layout.connections.append(
        GraphConnection(
          from: effect ?? node, 0, to: mixer, bus, mixing: bus == 1 ? levels : nil))
      layout.outputFormats[GraphBus(node)] = GraphFormat(
        sampleRate: rate, channelCount: 1 + bus % 2)
    }
    #if FluidSynth
      let (synthesizer, pump) = try instrument()
      let node = GraphNode(making: { (try? synthesizer.makeProcessor($0)) ?? Client() })
      layout.connections.append(GraphConnection(from: node, 0, to: mixer, rates.count))
      layout.outputFormats[GraphBus(node)] = format
      graph.add(Driver(pump))
      pump.start()
    #endif
    layout.connections += [
      GraphConnection(from: mixer, 0, to: equalizer, 0),
      GraphConnection(from: equalizer, 0, to: delay, 0),
      GraphConnection(from: delay, 0, to: spatialMixer, 0, mixing: placed),
      GraphConnection(from: spatialMixer, 0, to: reverb, 0),
      GraphConnection(from: reverb, 0, to: dualReverb, 0),
      GraphConnection(from: dualReverb, 0, to: distorter, 0),
      GraphConnection(from: distorter, 0, to: limiter, 0),
      GraphConnection(from: distorter, 0, to: shifter, 0),
      GraphConnection(from: limiter, 0, to: matrixMixer, 0),
      GraphConnection(from: shifter, 0, to: matrixMixer, 1),
      GraphConnection(from: matrixMixer, 0, to: earlyMixer, 0),
      GraphConnection(from: other, 0, to: earlyMixer, 1),
      GraphConnection(from: earlyMixer, 0, to: output, 0),
    ]
    for node in [equalizer, delay, reverb, dualReverb, distorter, limiter, shifter] {
      layout.inputFormats[GraphBus(node)] = format
    }
    layout.outputFormats[GraphBus(mixer)] = GraphFormat(sampleRate: 44_100, channelCount: 2)
    layout.inputFormats[GraphBus(output)] = format
    layout.outputFormats[GraphBus(other)] = format
    let tap = TapRing(format, capacity: 96_000, signal: keeper)
    layout.taps[GraphBus(output)] = tap
    graph.publish(try GraphCompiler.compile(layout))
    let playback = PulledPlayback(choice)
    try playback.start(HeardFrames(graph, farEnd: FarEnd(sampleRate: 48_000)))
    defer { playback.stop() }
    let sound = Planes(channelCount: 2, capacity: 1_000)
    player.play()
    for round in 0..<30 {
      _ = player.schedule(
        PlayerContent(
          BufferSource(sound, count: 1_000), loops: round % 3 == 0, interruption: .atStart))
      if round == 10 { _ = player.schedule(PlayerContent(stream)) }
      _ = stream.write(sound, at: 0, count: 500)
      levels.volume = Float(round % 5) / 5
      levels.pan = Float(round % 3) - 1
      bands[round % 3].gain = Float(round % 9)
      echo.seconds = Double(round % 4) / 100
      speed.rate = [0.25, 1, 2.5, 4][round % 4]
      (pitch.rate, pitch.cents) = ([1, 0.5, 8, 32][round % 4], [0, 700, -2_400][round % 3])
      let head = [HeadInput.Kind.none, .sphere, .measured][round % 3]
      placed.head?.prepare(head)
      placed.head?.place(head, [Float(round % 3) - 1, 0, -1], level: 0.1, mixesDown: true)
      placed.place = MixPlace(left: 0.3, right: Float(round) / 30, mixesDown: true)
      placed.send?.place = MixPlace(left: 0.1, right: 0.1, mixesDown: round % 2 == 0)
      space.reverb.room.decaySeconds = 1 + Double(round % 3)
      hall.room.size = Double(round % 9)
      rooms.large.room.size = Double(round % 30)
      rooms[.modulationDepth] = Float(round % 3) / 2
      (limits.isBypassed, limits.preGain) = (round % 5 == 0, Float(round % 12))
      (shift.isBypassed, shift.cents) = (round % 6 == 0, Float(round * 80 - 1_200))
      matrix[.global] = 1
      matrix[.input(round % 2)] = Float(round % 3) / 2
      matrix[.output(0)] = Float(round % 4) / 3
      matrix[.crosspoint(input: round % 2, output: 0)] = Float(round % 7) / 6
      for meter in matrixMeters.inputs + matrixMeters.outputs { meter.isOn = round % 3 != 0 }
      for meter in meters.inputs + meters.outputs { meter.isOn = round % 4 != 0 }
      noise.shape.ringMix = Float(round % 2)
      pitch.overlap = [8, 32, 3][round % 3]
      #if FluidSynth
        _ = synthesizer.send(SynthesizerMessage(0x90, UInt8(60 + round), 100, at: round * 7))
        _ = synthesizer.send(SynthesizerMessage(0xE0, 0, UInt8(round), at: 3))
        (pump.tempoRate, synthesizer.cents) = (1 + Double(round % 3), Float(round))
        if round % 8 == 0 { pump.position = Double(round) / 100 }
        if round >= 15 { try edit(pump, synthesizer, round) }
        if round == 13 { _ = synthesizer.send(SynthesizerMessage(0xFF)) }
        if round == 25 { pump.stop() }
      #endif
      if round % 7 == 6 {
        _ = player.stop()
        player.play()
      }
      graph.publish(try GraphCompiler.compile(layout))
      usleep(10_000)
      _ = tap.take(Planes(channelCount: channelCount, capacity: 48_000), count: 48_000)
      _ = player.takeEnded()
      graph.releaseRetired()
    }
    return graph.frame
  }
}
