internal import CoreAudioTypes
internal import Synchronization

extension AudioUnitObject {
  /// Sets the format of an input or output.
  func setFormat(
    _ format: AudioStreamBasicDescription, _ part: UnitPart
  ) throws(StatusError) {
    guard UnitFormat.isSupported(format), accepts(format, part) else {
      throw StatusError(kAudioUnitErr_FormatNotSupported)
    }
    let (oldRate, oldLatency) = (sampleRate, latency)
    let changed = try settings.withLock { settings throws(StatusError) -> [UnitPart] in
      defer { facts.update(settings) }
      guard var element = settings[part] else { throw StatusError(kAudioUnitErr_InvalidElement) }
      element.hasOwnFormat = true
      if UnitFormat.isSame(element.format, format) {
        settings[part] = element
        return []
      }
      guard settings.prepared == nil else { throw StatusError(kAudioUnitErr_Initialized) }
      element.format = format
      settings[part] = element
      return [part] + follow(format, part, &settings)
    }
    for part in changed { notify(kAudioUnitProperty_StreamFormat, part) }
    if !changed.isEmpty { notifyConsequences(changed, oldRate, oldLatency) }
  }

  /// Calls the listeners of properties that follow from formats.
  private func notifyConsequences(
    _ changed: [UnitPart], _ oldRate: Double, _ oldLatency: Double
  ) {
    let isInputRate = changed.contains { $0.scope == kAudioUnitScope_Input }
    if isInputRate || sampleRate != oldRate {
      for part in changed { notify(kAudioUnitProperty_SampleRate, part) }
    }
    if latency != oldLatency { notify(kAudioUnitProperty_Latency, .global) }
  }

  /// Lets outputs whose format the client has not set follow the first input.
  private func follow(
    _ format: AudioStreamBasicDescription, _ part: UnitPart, _ settings: inout UnitSettings
  ) -> [UnitPart] {
    guard following != .never, part == UnitPart(kAudioUnitScope_Input, 0) else { return [] }
    var changed: [UnitPart] = []
    for index in settings.outputs.indices where !settings.outputs[index].hasOwnFormat {
      let own = settings.outputs[index].format
      let channels = following == .rate ? own.mChannelsPerFrame : format.mChannelsPerFrame
      let followed = UnitFormat.standard(
        sampleRate: format.mSampleRate, channelCount: Int(channels))
      guard !UnitFormat.isSame(own, followed) else { continue }
      settings.outputs[index].format = followed
      changed.append(UnitPart(kAudioUnitScope_Output, AudioUnitElement(index)))
    }
    return changed
  }

  func setMostFrames(_ count: Int) throws(StatusError) {
    guard (1...Self.mostFrames).contains(count) else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
    let isChanged = try settings.withLock { settings throws(StatusError) -> Bool in
      guard settings.mostFrames != count else { return false }
      guard settings.prepared == nil else { throw StatusError(kAudioUnitErr_Initialized) }
      settings.mostFrames = count
      return true
    }
    if isChanged { notify(kAudioUnitProperty_MaximumFramesPerSlice, .global) }
  }

  func setElementCount(_ count: Int, _ part: UnitPart) throws(StatusError) {
    let isInput = part.scope == kAudioUnitScope_Input
    let (usual, most) =
      isInput ? (kind.inputCount, kind.mostInputs) : (kind.outputCount, kind.mostOutputs)
    guard most > usual || count == usual else {
      throw StatusError(kAudioUnitErr_PropertyNotWritable)
    }
    guard count == usual || (1...max(1, most)).contains(count) else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
    let removed = try settings.withLock { settings throws(StatusError) -> [UnitElement] in
      let old = isInput ? settings.inputs : settings.outputs
      guard old.count != count else { return [] }
      guard settings.prepared == nil else { throw StatusError(kAudioUnitErr_Initialized) }
      let new =
        Array(old.prefix(count))
        + (old.count..<max(old.count, count)).map { _ in UnitElement() }
      if isInput { settings.inputs = new } else { settings.outputs = new }
      facts.update(settings)
      // New outputs follow the first input, too.
      if !isInput, let first = settings.inputs.first {
        _ = follow(first.format, UnitPart(kAudioUnitScope_Input, 0), &settings)
      }
      return old
    }
    guard !removed.isEmpty else { return }
    notify(kAudioUnitProperty_ElementCount, UnitPart(part.scope, 0))
  }

  /// Sets the source of an input.
  func setSource(_ source: UnitSource, _ part: UnitPart) throws(StatusError) {
    guard part.scope == kAudioUnitScope_Input else {
      throw StatusError(kAudioUnitErr_InvalidScope)
    }
    let old = try settings.withLock { settings throws(StatusError) -> UnitSource in
      var new = settings
      guard var element = new[part] else { throw StatusError(kAudioUnitErr_InvalidElement) }
      let old = element.source
      element.source = source
      new[part] = element
      if new.prepared != nil { try check(new) }
      settings = new
      publish(settings)
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Connects an output of another unit to an input, which gets the format of that output.
  ///
  /// - Parameters:
  ///   - reference: The reference of the source, or 0 to disconnect.
  ///   - bus: The output of the source.
  ///   - part: The input.
  /// - Throws: An error that `AudioUnitSetProperty` documents.
  func connect(_ reference: UInt, _ bus: Int, to part: UnitPart) throws(StatusError) {
    guard let source = unsafe AudioUnit(bitPattern: reference) else {
      return try setSource(.empty, part)
    }
    let unit = try unsafe Self.find(source)
    guard unit !== self || canFeedItself(bus) else {
      throw StatusError(kAudioUnitErr_InvalidPropertyValue)
    }
    let format = try unit.value(
      of: kAudioUnitProperty_StreamFormat,
      UnitPart(kAudioUnitScope_Output, AudioUnitElement(bus)))
    guard elementCount(kAudioUnitScope_Input) > part.element else {
      throw StatusError(kAudioUnitErr_InvalidElement)
    }
    guard let format: AudioStreamBasicDescription = format.load(),
      unit.givesPlanes || UnitFormat.isPlanar(format)
    else { throw StatusError(kAudioUnitErr_FormatNotSupported) }
    try setFormat(format, part)
    try setSource(.unit(unit, bus: bus), part)
  }
}

extension PropertyValue {
  /// The value as a C structure; `nil` if the value has another type or length.
  func load<Value: BitwiseCopyable>(_ type: Value.Type = Value.self) -> Value? {
    guard case .bytes(let bytes) = self, bytes.count == MemoryLayout<Value>.size else { return nil }
    // Safe: the size matches the type, and any bytes are a valid value.
    return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: Value.self) }
  }
}
