package import AudioContainers
internal import Synchronization

/// The date ranges of a stream's playlist.
extension MediaItem {
  /// Reports the date ranges of the playlist, if there are any, and after each change.
  ///
  /// - Parameter handler: Called on any thread, perhaps before this call returns.
  package func reportDateRanges(_ handler: @escaping @Sendable ([HLSDateRange]) -> Void) {
    let ranges = state.withLock { state in
      state.dateRangeHandler = handler
      return state.dateRanges
    }
    if !ranges.isEmpty { handler(ranges) }
  }

  /// Takes over the date ranges of the playlist.
  func take(_ ranges: [HLSDateRange]) {
    let handler = state.withLock { state in
      state.dateRanges = ranges
      return state.dateRangeHandler
    }
    handler?(ranges)
  }
}
