internal import AudioDevices
internal import AudioFiles
internal import AudioPlayback
internal import AudioRealtime
internal import AudioTransport
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// All sounds of the process, by client identifier.
enum SystemSounds {
  private struct Table {
    var sounds: [SystemSoundID: SystemSound] = [:]
    /// The last identifier.
    ///
    /// Identifiers are never reused or equal to those of the system.
    var last = kSystemSoundID_UserPreferredAlert
    var waitsAtExit = false
  }

  /// The maximum duration of a sound in seconds.
  static let longest = 30.0
  /// Posted whenever a sound has ended.
  static let ended = Signal()
  private static let table = Mutex(Table())

  /// The sound with an identifier.
  ///
  /// - Throws: `kAudioServicesSystemSoundUnspecifiedError` if the sound does not exist.
  static func find(_ identifier: SystemSoundID) throws(StatusError) -> SystemSound {
    let found = table.withLock { table -> SystemSound? in
      if let sound = table.sounds[identifier] { return sound }
      guard let sound = makeOwn(identifier) else { return nil }
      table.sounds[identifier] = sound
      return sound
    }
    guard let found else { throw StatusError(kAudioServicesSystemSoundUnspecifiedError) }
    return found
  }

  /// Creates a sound from a file.
  ///
  /// - Throws: An error that `AudioServicesCreateSystemSoundID` documents.
  static func make(path: String) throws(StatusError) -> SystemSoundID {
    guard let choice = AudioQueueDevices.chosen else {
      throw StatusError(kAudioServicesSystemSoundUnspecifiedError)
    }
    let decoded = try decode(path: path)
    return table.withLock { table in
      repeat { table.last &+= 1 } while isOwn(table.last) || table.sounds[table.last] != nil
      table.sounds[table.last] = SystemSound(table.last, choice: choice) { decoded }
      return table.last
    }
  }

  /// Disposes of a sound that a client created.
  ///
  /// - Throws: `kAudioServicesSystemSoundUnspecifiedError` if the sound does not exist.
  static func dispose(_ identifier: SystemSoundID) throws(StatusError) {
    let sound = table.withLock { table in
      isOwn(identifier) ? nil : table.sounds.removeValue(forKey: identifier)
    }
    guard let sound else { throw StatusError(kAudioServicesSystemSoundUnspecifiedError) }
    sound.dispose()
  }

  /// Makes the process wait at exit for all sounds that must play to their end.
  static func waitAtExit() {
    let isFirst = table.withLock { table -> Bool in
      defer { table.waitsAtExit = true }
      return !table.waitsAtExit
    }
    if isFirst { atexit { SystemSounds.waitForEnds() } }
  }

  private static func waitForEnds() {
    // The maximum duration, plus time for opening a device.
    let deadline = MonotonicClock.nanoseconds + Int((longest + 5) * 1e9)
    while table.withLock({ table in
      table.sounds.values.contains { $0.completesIfProgramEnds != 0 && $0.isPlaying }
    }), ended.wait(until: deadline) {}
  }

  // MARK: Sounds of files

  private static func decode(path: String) throws(StatusError) -> DecodedSound {
    let source: FileByteSource
    do throws(TransportError) {
      source = try FileByteSource(path: path)
    } catch {
      throw StatusError(AudioFileStatus.status(of: .transport(error)))
    }
    return try AudioFileObject(source).use { (file) throws(StatusError) in
      do throws(DecodedSound.Failure) {
        return try DecodedSound(file, longest: longest)
      } catch {
        switch error {
        case .file(let error): throw StatusError(error)
        case .tooLong:
          throw StatusError(kAudioServicesSystemSoundExceededMaximumDurationError)
        }
      }
    }
  }

  // MARK: System sounds

  private static func isOwn(_ identifier: SystemSoundID) -> Bool {
    identifier == kSystemSoundID_UserPreferredAlert || identifier == kSystemSoundID_Vibrate
      || identifier == kSystemSoundID_FlashScreen
  }

  /// The alert of the desktop, if available.
  ///
  /// Vibration and screen flashes are silent.
  private static func makeOwn(_ identifier: SystemSoundID) -> SystemSound? {
    guard isOwn(identifier), let choice = AudioQueueDevices.chosen else { return nil }
    return SystemSound(identifier, choice: choice) {
      identifier == kSystemSoundID_UserPreferredAlert ? alert : nil
    }
  }

  /// The bell of the sound theme that every desktop falls back on.
  ///
  /// Source: freedesktop.org, Sound Theme Specification and Sound Naming Specification.
  private static let alert: DecodedSound? = {
    let variables = ProcessInfo.processInfo.environment
    let home = variables["XDG_DATA_HOME"] ?? "\(variables["HOME"] ?? "")/.local/share"
    let shared = variables["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share"
    for folder in [home] + shared.split(separator: ":").map(String.init) {
      let sound = try? decode(path: "\(folder)/sounds/freedesktop/stereo/bell.oga")
      if let sound { return sound }
    }
    return nil
  }()
}
