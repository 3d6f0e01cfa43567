internal import AudioContainers
internal import AudioPlayback
internal import AudioTransport
public import CoreMedia
internal import Foundation

/// The chapters of an asset: from ID3, from Nero's lists in MP4 files, from text tracks, or from
/// the named markers of CAF, WAVE and AIFF files.
///
/// No supported medium states the language of its chapters, so there is at most one list.
extension AVAsset {
  /// The languages of the chapters: only `und` if there are chapters; waits for the header.
  public var availableChapterLocales: [Locale] {
    guard let info = try? taggedInfo().get() else { return [] }
    let hasChapters =
      !info.container.chapterTexts.isEmpty || !info.container.chapters.isEmpty
    return hasChapters ? [Self.undetermined] : []
  }

  private static var undetermined: Locale { Locale(identifier: "und") }

  /// The chapters with titles of a language; waits for the media.
  ///
  /// - Parameters:
  ///   - locale: One of ``availableChapterLocales``.
  ///   - commonKeys: Ignored; the groups contain only titles.
  /// - Returns: A group for each chapter; an empty array for another language, or if the media
  ///   cannot be read.
  public func chapterMetadataGroups(
    withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey]?
  ) -> [AVTimedMetadataGroup] {
    locale.identifier == Self.undetermined.identifier ? (try? chapters().get()) ?? [] : []
  }

  /// The chapters, whose titles have only one language; waits for the media.
  ///
  /// - Parameter preferredLanguages: Ignored.
  /// - Returns: A group for each chapter; an empty array if the media cannot be read.
  public func chapterMetadataGroups(
    bestMatchingPreferredLanguages preferredLanguages: [String]
  ) -> [AVTimedMetadataGroup] {
    (try? chapters().get()) ?? []
  }

  /// Loads the chapters, whose titles have only one language.
  ///
  /// The handler is called once, on any thread.
  public func loadChapterMetadataGroups(
    bestMatchingPreferredLanguages preferredLanguages: [String],
    completionHandler: @escaping @Sendable ([AVTimedMetadataGroup]?, (any Error)?) -> Void
  ) {
    header.load { _ in
      DispatchQueue.global().async {
        switch self.chapters() {
        case .success(let groups): completionHandler(groups, nil)
        case .failure(let error): completionHandler(nil, error)
        }
      }
    }
  }

  /// Loads the chapters with titles of the best language; throws an ``AVError``.
  public nonisolated(nonsending) func loadChapterMetadataGroups(
    bestMatchingPreferredLanguages preferredLanguages: [String]
  ) async throws -> [AVTimedMetadataGroup] {
    try await withCheckedContinuation { continuation in
      header.load { _ in
        DispatchQueue.global().async { continuation.resume(returning: self.chapters()) }
      }
    }.get()
  }

  /// Loads the chapters with titles of a language.
  ///
  /// - Parameters:
  ///   - locale: One of ``availableChapterLocales``.
  ///   - commonKeys: Ignored; the groups contain only titles.
  /// - Returns: A group for each chapter; an empty array for another language.
  /// - Throws: ``AVError`` if the media cannot be read.
  public nonisolated(nonsending) func loadChapterMetadataGroups(
    withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey] = []
  ) async throws -> [AVTimedMetadataGroup] {
    let groups = try await loadChapterMetadataGroups(bestMatchingPreferredLanguages: [])
    return locale.identifier == Self.undetermined.identifier ? groups : []
  }

  private func chapters() -> Result<[AVTimedMetadataGroup], AVError> {
    taggedInfo().flatMap { info in
      do throws(TransportError) {
        return .success(Self.groups(try bytes.chapters(info), info))
      } catch {
        return .failure(AVError(.transport(error), of: name))
      }
    }
  }

  /// The groups of chapters: each lasts until the next one, and the last one until the end.
  private static func groups(
    _ chapters: [Chapter], _ info: MediaItem.Info
  ) -> [AVTimedMetadataGroup] {
    let starts = chapters.map { info.time($0.start) }
    return chapters.indices.map { index in
      let end = index + 1 < starts.count ? starts[index + 1] : info.duration
      let isOrdered = end.isNumeric && end >= starts[index]
      let range =
        isOrdered
        ? CMTimeRange(start: starts[index], end: end)
        : CMTimeRange(start: starts[index], duration: end.isNumeric ? .zero : .indefinite)
      let title = AVMetadataItem(title: chapters[index].title, range)
      return AVTimedMetadataGroup(items: [title], timeRange: range)
    }
  }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// The languages of the chapters.
  public static var availableChapterLocales: AVAsyncProperty<Root, [Locale]> {
    .init("availableChapterLocales") { $0.availableChapterLocales }
  }
}
