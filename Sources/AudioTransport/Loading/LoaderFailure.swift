/// The error of a client's loader.
package struct LoaderFailure: Equatable, Sendable {
  /// Gives each error an identity.
  private final class Box: Sendable {
    let error: any Error

    init(_ error: any Error) { self.error = error }
  }

  private let box: Box

  package init(_ error: any Error) { box = Box(error) }

  package var error: any Error { box.error }

  /// Whether both describe the same failure.
  package static func == (first: LoaderFailure, second: LoaderFailure) -> Bool {
    first.box === second.box
  }
}
