import AudioToolbox
import ToolSupport

extension Player {
  /// A source to play, and its name.
  struct Item {
    var name: QueuedName
    var source: any PacketSource
    /// The number of items that were opened before.
    let number: Int
  }

  /// The audible part.
  struct Place {
    /// The position among the items of the player.
    var index: Int
    var item: Item
    var seconds: Double
  }

  /// The state that keys change.
  struct Sound {
    var volume: Float = 1
    var isMuted = false
    var isPaused = false
  }

  /// A request from another thread than the feeding thread.
  enum Request: Equatable {
    /// Moves ahead by a number of seconds, or back.
    case move(Double)
    /// Moves to a number of seconds.
    case seek(Double)
    /// Starts the item again, or the previous one during the first seconds.
    case back
    /// Continues with the next item.
    case skip
    /// Chooses the next item again.
    case reorder
    case end
  }

  /// What the feeding thread does next.
  enum Step: Equatable {
    /// Enqueues the packets of the item.
    case feed
    /// Continues with the next item.
    case advance
    /// Waits until all enqueued audio has been heard.
    case drain
    case finish
  }

  /// The state of the feeding thread.
  struct Feeding {
    /// The index of the item that is fed.
    var index = 0
    /// The next item, if it does not fit.
    var leftover: Item?
    /// Whether no item follows.
    var hasEnded = false
    /// Whether the next item may not repeat the last one.
    var isSkip = false
    /// The items before this index are closed.
    var firstOpen = 0
    /// Why items could not be enqueued to their end.
    var failures: [Int: ToolFailure] = [:]
    /// The items that have been enqueued to their end.
    var completed: Set<Int> = []
  }
}
