public import Foundation
internal import Synchronization

/// A request for the value of a metadata item, which a client answers once.
open class AVMetadataItemValueRequest: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; this one has only constants.

  private let item: ItemReference
  private let answer: MetadataAnswer

  fileprivate init(_ item: ItemReference, _ answer: MetadataAnswer) {
    self.item = item
    self.answer = answer
  }

  /// Cancels the request if the client releases it without an answer.
  deinit { answer.give(.failure(AVError(.operationCancelled))) }

  /// The item whose value is requested, if it still exists.
  open var metadataItem: AVMetadataItem? { item.item }

  /// Answers with the value; later answers have no effect.
  open func respond(value: any NSCopying & NSObjectProtocol) {
    answer.give(.success(.init(value: value)))
  }

  /// Answers that there is no value; later answers have no effect.
  open func respond(error: any Error) {
    answer.give(.failure(AVError(error as NSError)))
  }
}

/// The answer to a request, which comes once.
private final class MetadataAnswer: Sendable {
  private let outcome = Mutex<MetadataContent.Outcome?>(nil)
  private let given = DispatchGroup()

  init() { given.enter() }

  func give(_ new: MetadataContent.Outcome) {
    let isFirst = outcome.withLock { outcome in
      defer { outcome = outcome ?? new }
      return outcome == nil
    }
    if isFirst { given.leave() }
  }

  func wait() -> MetadataContent.Outcome {
    given.wait()
    return outcome.withLock { $0 } ?? .failure(AVError(.unknown))
  }
}

extension AVMetadataItem {
  /// Makes an item whose value a client provides on its first use.
  ///
  /// - Parameters:
  ///   - metadataItem: An item with the other properties.
  ///   - handler: Called once, on the thread that needs the value. That thread waits for the
  ///     answer.
  public convenience init(
    propertiesOf metadataItem: AVMetadataItem,
    valueLoadingHandler handler: @escaping @Sendable (AVMetadataItemValueRequest) -> Void
  ) {
    let owner = ItemReference()
    let content = MetadataContent(reader: {
      let answer = MetadataAnswer()
      handler(AVMetadataItemValueRequest(owner, answer))
      return answer.wait()
    })
    self.init(metadataItem.properties, content)
    owner.item = self
  }
}

/// A weak reference to an item.
private final class ItemReference: Sendable {
  private struct State {
    weak var item: AVMetadataItem?
  }

  private let state = Mutex(State())

  var item: AVMetadataItem? {
    get { state.withLock { $0.item } }
    set { state.withLock { $0.item = newValue } }
  }
}
