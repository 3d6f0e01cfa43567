internal import AudioGraph
internal import Foundation

extension AVAudioPlayerNode {
  /// Plays a buffer after all earlier ones.
  ///
  /// - Parameters:
  ///   - buffer: The frames, which must not change until they have been played.
  ///   - completionHandler: Called when the player has taken all frames, or is stopped.
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, completionHandler: (@Sendable () -> Void)? = nil
  ) {
    schedule(buffer, at: nil, [], .plain(completionHandler))
  }

  /// Plays a buffer after all earlier ones, and returns when the player has taken all frames.
  public func scheduleBuffer(_ buffer: AVAudioPCMBuffer) async {
    await withCheckedContinuation { done in
      schedule(buffer, at: nil, [], .plain { done.resume() })
    }
  }

  /// Plays a buffer after all earlier ones.
  ///
  /// - Parameters:
  ///   - buffer: The frames, which must not change until they have been played.
  ///   - callbackType: The moment at which the handler is called.
  ///   - completionHandler: Called once, at that moment or when the player is stopped.
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer,
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: (@Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
  ) {
    schedule(buffer, at: nil, [], .typed(callbackType, completionHandler))
  }

  /// Plays a buffer after all earlier ones, and returns at the requested moment.
  @discardableResult
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer,
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
  ) async -> AVAudioPlayerNodeCompletionCallbackType {
    await withCheckedContinuation { done in
      schedule(buffer, at: nil, [], .typed(callbackType) { done.resume(returning: $0) })
    }
  }

  /// Plays a buffer from a time on.
  ///
  /// - Parameters:
  ///   - buffer: The frames, which must not change until they have been played.
  ///   - when: A frame of the player or a time of the machine's clock; `nil` for the end of the
  ///     earlier buffers. If the time has passed, the buffer starts at once.
  ///   - options: Whether the buffer repeats, and whether it replaces earlier ones.
  ///   - completionHandler: Called when the player has taken all frames, or is stopped.
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?,
    options: AVAudioPlayerNodeBufferOptions = [],
    completionHandler: (@Sendable () -> Void)? = nil
  ) {
    schedule(buffer, at: when, options, .plain(completionHandler))
  }

  /// Plays a buffer from a time on, and returns when the player has taken all frames.
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?,
    options: AVAudioPlayerNodeBufferOptions = []
  ) async {
    await withCheckedContinuation { done in
      schedule(buffer, at: when, options, .plain { done.resume() })
    }
  }

  /// Plays a buffer from a time on.
  ///
  /// - Parameters:
  ///   - buffer: The frames, which must not change until they have been played.
  ///   - when: A frame of the player or a time of the machine's clock; `nil` for the end of the
  ///     earlier buffers.
  ///   - options: Whether the buffer repeats, and whether it replaces earlier ones.
  ///   - callbackType: The moment at which the handler is called.
  ///   - completionHandler: Called once, at that moment or when the player is stopped.
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?,
    options: AVAudioPlayerNodeBufferOptions = [],
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: (@Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
  ) {
    schedule(buffer, at: when, options, .typed(callbackType, completionHandler))
  }

  /// Plays a buffer from a time on, and returns at the requested moment.
  @discardableResult
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?,
    options: AVAudioPlayerNodeBufferOptions = [],
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
  ) async -> AVAudioPlayerNodeCompletionCallbackType {
    await withCheckedContinuation { done in
      schedule(buffer, at: when, options, .typed(callbackType) { done.resume(returning: $0) })
    }
  }

  // MARK: Files

  /// Plays a file, decoded ahead by its own thread.
  ///
  /// - Parameters:
  ///   - file: The file, which is opened once more.
  ///   - when: A frame of the player or a time of the machine's clock; `nil` for the end of the
  ///     earlier frames.
  ///   - completionHandler: Called when the player has taken all frames, or is stopped.
  public func scheduleFile(
    _ file: AVAudioFile, at when: AVAudioTime?, completionHandler: (@Sendable () -> Void)? = nil
  ) {
    schedule(FileSegment(file), at: when, .plain(completionHandler))
  }

  /// Plays a file, and returns when the player has taken all frames.
  public func scheduleFile(_ file: AVAudioFile, at when: AVAudioTime?) async {
    await withCheckedContinuation { done in
      schedule(FileSegment(file), at: when, .plain { done.resume() })
    }
  }

  /// Plays a file.
  ///
  /// - Parameters:
  ///   - file: The file, which is opened once more.
  ///   - when: A frame of the player or a time of the machine's clock; `nil` for the end of the
  ///     earlier frames.
  ///   - callbackType: The moment at which the handler is called.
  ///   - completionHandler: Called once, at that moment or when the player is stopped.
  public func scheduleFile(
    _ file: AVAudioFile, at when: AVAudioTime?,
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: (@Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
  ) {
    schedule(FileSegment(file), at: when, .typed(callbackType, completionHandler))
  }

  /// Plays a file, and returns at the requested moment.
  @discardableResult
  public func scheduleFile(
    _ file: AVAudioFile, at when: AVAudioTime?,
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
  ) async -> AVAudioPlayerNodeCompletionCallbackType {
    await withCheckedContinuation { done in
      schedule(FileSegment(file), at: when, .typed(callbackType) { done.resume(returning: $0) })
    }
  }

  /// Plays a part of a file.
  ///
  /// - Parameters:
  ///   - file: The file, which is opened once more.
  ///   - startFrame: The first frame, at the rate of the file.
  ///   - numberFrames: The number of frames; the part may end earlier with the file.
  ///   - when: A frame of the player or a time of the machine's clock; `nil` for the end of the
  ///     earlier frames.
  ///   - completionHandler: Called when the player has taken all frames, or is stopped.
  public func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
    frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?,
    completionHandler: (@Sendable () -> Void)? = nil
  ) {
    schedule(FileSegment(file, startFrame, numberFrames), at: when, .plain(completionHandler))
  }

  /// Plays a part of a file, and returns when the player has taken all frames.
  public func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
    frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?
  ) async {
    await withCheckedContinuation { done in
      schedule(FileSegment(file, startFrame, numberFrames), at: when, .plain { done.resume() })
    }
  }

  /// Plays a part of a file.
  ///
  /// - Parameters:
  ///   - file: The file, which is opened once more.
  ///   - startFrame: The first frame, at the rate of the file.
  ///   - numberFrames: The number of frames; the part may end earlier with the file.
  ///   - when: A frame of the player or a time of the machine's clock; `nil` for the end of the
  ///     earlier frames.
  ///   - callbackType: The moment at which the handler is called.
  ///   - completionHandler: Called once, at that moment or when the player is stopped.
  public func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
    frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?,
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: (@Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void)? = nil
  ) {
    schedule(
      FileSegment(file, startFrame, numberFrames), at: when,
      .typed(callbackType, completionHandler))
  }

  /// Plays a part of a file, and returns at the requested moment.
  @discardableResult
  public func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
    frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?,
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
  ) async -> AVAudioPlayerNodeCompletionCallbackType {
    await withCheckedContinuation { done in
      schedule(
        FileSegment(file, startFrame, numberFrames), at: when,
        .typed(callbackType) { done.resume(returning: $0) })
    }
  }
}

extension Optional<PlayerReport> {
  /// The report of a handler that is called when the player has taken all frames.
  fileprivate static func plain(_ handler: (@Sendable () -> Void)?) -> PlayerReport? {
    handler.map { PlayerReport(.consumed, $0) }
  }

  fileprivate static func typed(
    _ type: AVAudioPlayerNodeCompletionCallbackType,
    _ handler: (@Sendable (AVAudioPlayerNodeCompletionCallbackType) -> Void)?
  ) -> PlayerReport? {
    guard let handler else { return nil }
    let moment: PlayerReport.Moment =
      switch type {
      case .dataConsumed: .consumed
      case .dataRendered: .rendered
      case .dataPlayedBack: .playedBack
      }
    return PlayerReport(moment) { handler(type) }
  }
}
