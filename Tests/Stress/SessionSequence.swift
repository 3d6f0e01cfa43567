import AVFAudio

/// Random calls on the process's session, in Swift and C, while other sequences play and record
/// through it.
///
/// There is no sound server. Therefore only incompatible settings fail, and there are no
/// notifications.
final class SessionSequence: CallSequence, @unchecked Sendable {
  // Sendable: `lock` guards the dice, the only mutable state.
  private let material: SequenceMaterial
  private let lock = NSLock()
  private var dice: Dice
  private let session = AVAudioSession.sharedInstance()

  init(_ material: SequenceMaterial) {
    self.material = material
    dice = material.dice
  }

  func run() {
    let status = AudioSessionInitialize(nil, nil, nil, nil)
    if status != kAudioSessionAlreadyInitialized { material.complain("two sessions: \(status)") }
    let observers = Self.notifications.map { name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
        [material] in material.complain("\($0.name.rawValue) without a server")
      }
    }
    let (callerCount, calls) = lock.withLock { (1 + dice.roll(3), dice.pick([3, 10, 30])) }
    let callers = Callers(callerCount) { [self] _ in
      for _ in 0..<calls { call() }
    }
    callers.wait()
    observers.forEach(NotificationCenter.default.removeObserver)
    for property in SessionProperties.listened {
      listen(to: property, isAdded: false)
    }
  }

  private static let notifications = [
    AVAudioSession.routeChangeNotification, AVAudioSession.interruptionNotification,
    AVAudioSession.mediaServicesWereLostNotification,
    AVAudioSession.mediaServicesWereResetNotification,
  ]

  private func call() {
    let number = lock.withLock { self.dice.roll() }
    var dice = Dice(number)
    switch dice.roll(16) {
    case 0...2: setUp(&dice)
    case 3: setUpWrongly(&dice)
    case 4, 5: activate(dice.isOne(in: 2))
    case 6, 7: setPreference(&dice)
    case 8: choosePorts(&dice)
    case 9, 10: look()
    case 11, 12: SessionProperties(material).get(&dice)
    case 13, 14: SessionProperties(material).set(&dice)
    default: listen(to: dice.pick(SessionProperties.listened), isAdded: dice.isOne(in: 2))
    }
  }

  // MARK: Swift

  private typealias Setup = (
    category: AVAudioSession.Category, mode: AVAudioSession.Mode,
    options: AVAudioSession.CategoryOptions
  )

  private static let setups: [Setup] = [
    (.soloAmbient, .default, []), (.ambient, .voicePrompt, []), (.playback, .moviePlayback, []),
    (.playback, .spokenAudio, .duckOthers), (.record, .measurement, .allowBluetooth),
    (.playAndRecord, .voiceChat, [.defaultToSpeaker, .allowBluetooth]),
    (.multiRoute, .default, .mixWithOthers),
  ]

  private static let wrongSetups: [Setup] = [
    (.playback, .voiceChat, []), (.ambient, .default, .defaultToSpeaker),
    (.record, .default, .duckOthers), (AVAudioSession.Category(rawValue: "none"), .default, []),
  ]

  private func setUp(_ dice: inout Dice) {
    let setup = dice.pick(Self.setups)
    switch dice.roll(3) {
    case 0:
      expect(nil, "category") {
        try session.setCategory(setup.category, mode: setup.mode, options: setup.options)
      }
    case 1: expect(nil, "category alone") { try session.setCategory(setup.category) }
    default:
      // Another thread may have set another category.
      expect(.badParam, orNone: true, "mode") { try session.setMode(setup.mode) }
    }
  }

  private func setUpWrongly(_ dice: inout Dice) {
    let setup = dice.pick(Self.wrongSetups)
    expect(.badParam, "incompatible arguments") {
      try session.setCategory(setup.category, mode: setup.mode, options: setup.options)
    }
  }

  /// Players and recorders may prevent the deactivation of a session.
  private func activate(_ isActive: Bool) {
    expect(isActive ? nil : .isBusy, orNone: true, "activation") {
      try session.setActive(isActive, options: .notifyOthersOnDeactivation)
    }
  }

  private func setPreference(_ dice: inout Dice) {
    let (rate, duration) = (
      dice.pick([0, 8000, 44100, 48000, -1, .nan]), dice.pick([0, 0.005, 0.02, 0.2, -1, .infinity])
    )
    expect(rate >= 0 ? nil : .badParam, "rate \(rate)") {
      try session.setPreferredSampleRate(rate)
    }
    expect(duration >= 0 && duration < 1 ? nil : .badParam, "duration \(duration)") {
      try session.setPreferredIOBufferDuration(duration)
    }
    expect(.badParam, "channels") { try session.setPreferredInputNumberOfChannels(99) }
  }

  private func choosePorts(_ dice: inout Dice) {
    expect(nil, "no port") { try session.setPreferredInput(nil) }
    expect(nil, "no override") { try session.overrideOutputAudioPort(.none) }
    do {
      try session.overrideOutputAudioPort(.speaker)
      material.complain("a loudspeaker without a server")
    } catch {}
  }

  /// During other calls, all values of the session are consistent.
  private func look() {
    let (mode, rate, duration) = (
      session.mode, session.preferredSampleRate, session.preferredIOBufferDuration
    )
    let isKnown =
      session.availableCategories.contains(session.category)
      && (Self.setups.contains { $0.mode == mode }) && [0, 8000, 44100, 48000].contains(rate)
      && (0...0.2).contains(duration) && session.availableModes.contains(.default)
    if !isKnown { material.complain("a session of \(mode), \(rate), \(duration)") }
    let isSilent =
      session.currentRoute.outputs.isEmpty && session.currentRoute.inputs.isEmpty
      && (session.availableInputs ?? []).isEmpty && !session.isInputAvailable
      && !session.isOtherAudioPlaying
    if !isSilent { material.complain("devices without a server") }
    if session.sampleRate <= 0 || session.ioBufferDuration <= 0 || session.outputLatency < 0 {
      material.complain("hardware of \(session.sampleRate), \(session.ioBufferDuration)")
    }
  }

  /// Makes a call that may only fail with the given code, or succeed.
  private func expect(
    _ code: AVAudioSession.ErrorCode?, orNone: Bool = false, _ what: String,
    _ body: () throws -> Void
  ) {
    do {
      try body()
      if let code, !orNone { material.complain("\(what): no \(code)") }
    } catch {
      if code == nil || code?.rawValue != (error as NSError).code {
        material.complain("\(what): \(error)")
      }
    }
  }

  // MARK: C

  private func listen(to property: AudioSessionPropertyID, isAdded: Bool) {
    let listener: AudioSessionPropertyListener = { _, _, _, _ in }
    let userData = UnsafeMutableRawPointer(bitPattern: material.number + 1)
    let status =
      isAdded
      ? AudioSessionAddPropertyListener(property, listener, userData)
      : AudioSessionRemovePropertyListenerWithUserData(property, listener, userData)
    if status != noErr { material.complain("a listener: \(status)") }
  }
}
