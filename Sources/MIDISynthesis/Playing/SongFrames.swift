package import AudioRealtime
internal import AudioGraph
package import MIDISequencing
internal import Synchronization

/// Why a song cannot be played.
package enum SongError: Error, Equatable {
  /// The bytes are no Standard MIDI File.
  case invalidFile
  case synthesis(SynthesisError)
}

/// The frames of a Standard MIDI File, for a device or a tool.
@safe
package final class SongFrames: PulledFrames, @unchecked Sendable {
  // Unchecked: the thread that renders uses the block, and the rest is constant or atomic.

  private static let blockFrames = 512
  /// The longest sound after the last event, in seconds.
  private static let mostTailSeconds = 30.0

  private let renderer: SongRenderer
  private let block: Planes
  private let hasReported = Atomic<Bool>(false)
  /// The missing part of a truncated file; `nil` for a whole one.
  package let cutOff: SMFCutOff?
  /// Posted when the song is over.
  package let end = Signal()

  /// Reads a song, which is stopped at its start.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - bank: The path of the sound bank, or `nil` for the standard one.
  ///   - sampleRate: The rate in hertz.
  /// - Throws: ``SongError`` if the file is invalid, or no sounds are installed.
  package init(
    _ bytes: Span<UInt8>, bank: String?, sampleRate: Double
  ) throws(SongError) {
    let file: SMFFile
    do throws(SMFError) {
      file = try SMFReader.read(bytes)
    } catch {
      throw .invalidFile
    }
    do throws(SynthesisError) {
      renderer = try SongRenderer(
        EventSequence(song: file), SynthesizerSetup(bank: bank.map { .file($0) }),
        GraphFormat(sampleRate: sampleRate, channelCount: 2))
    } catch {
      throw .synthesis(error)
    }
    cutOff = file.repairs.cutOff
    block = Planes(channelCount: 2, capacity: Self.blockFrames)
  }

  /// Whether bytes begin as a Standard MIDI File.
  package static func isSong(_ start: Span<UInt8>) -> Bool { SMFReader.isSignature(start) }

  // MARK: Any thread

  /// The length to the last event, in seconds at rate 1; infinite without an end.
  package var seconds: Double { renderer.seconds ?? .infinity }

  /// The position in seconds at rate 1.
  package var position: Double {
    get { renderer.pump.position }
    set {
      hasReported.store(false, ordering: .releasing)
      renderer.synthesizer.silence()
      renderer.pump.position = newValue
    }
  }

  /// The factor of the tempo.
  package var rate: Double {
    get { renderer.pump.tempoRate }
    set { renderer.pump.tempoRate = newValue }
  }

  /// Starts or continues.
  package func start() {
    hasReported.store(false, ordering: .releasing)
    renderer.pump.start()
  }

  /// Stops, and keeps the position.
  package func stop() { renderer.pump.stop() }

  /// Whether all events have been played, and no sound is left; without a lock.
  package var isOver: Bool {
    if renderer.isOver { return true }
    guard renderer.pump.isAtEnd, let position = renderer.pump.renderedPosition else { return false }
    return position > seconds + Self.mostTailSeconds
  }

  // MARK: The thread that renders

  package var pulledRate: Double { renderer.format.sampleRate }
  package var pulledChannelCount: Int { 2 }

  package func render(into samples: UnsafeMutablePointer<Float>, count: Int) {
    var done = 0
    while done < count {
      let length = min(count - done, Self.blockFrames)
      renderer.render(into: block, count: length)
      // Safe: the caller has room for `count` frames.
      unsafe block.copy(0, 2, count: length, into: samples + 2 * done)
      done += length
    }
    if isOver, !hasReported.exchange(true, ordering: .acquiringAndReleasing) { end.post() }
  }
}
