/// An object with attachments.
public protocol CMAttachmentBearerProtocol: AnyObject {
  /// The attachments.
  var attachments: CMAttachmentBearerAttachments { get }
}

extension CMAttachmentBearerProtocol {
  /// Copies the attachments that propagate to another object.
  public func propagateAttachments<T: CMAttachmentBearerProtocol>(to destination: T) {
    attachments.store.propagate(to: destination.attachments.store)
  }
}

/// The attachments of an object; a copy of this value changes the same object.
public struct CMAttachmentBearerAttachments: Sendable {
  /// Whether an attachment propagates.
  public enum Mode: Hashable, Sendable {
    /// Stays with its object.
    case shouldNotPropagate
    /// Is copied to objects that are made from its object.
    case shouldPropagate

    fileprivate var number: CMAttachmentMode {
      self == .shouldPropagate
        ? kCMAttachmentMode_ShouldPropagate : kCMAttachmentMode_ShouldNotPropagate
    }
  }

  /// A value with its mode.
  public enum Value {
    /// Stays with its object.
    case shouldNotPropagate(Any)
    /// Is copied to objects that are made from its object.
    case shouldPropagate(Any)

    /// The value.
    public var value: Any {
      switch self {
      case .shouldNotPropagate(let value), .shouldPropagate(let value): value
      }
    }

    /// The mode.
    public var mode: Mode {
      switch self {
      case .shouldNotPropagate: .shouldNotPropagate
      case .shouldPropagate: .shouldPropagate
      }
    }
  }

  let store: AttachmentStore

  /// The attachment with a key.
  public subscript(key: String) -> Value? {
    get {
      store[key].map {
        $0.mode == kCMAttachmentMode_ShouldPropagate
          ? .shouldPropagate($0.value) : .shouldNotPropagate($0.value)
      }
    }
    nonmutating set {
      store[key] = newValue.map { .init(value: $0.value, mode: $0.mode.number) }
    }
  }

  /// The values that propagate.
  public var propagated: [String: Any] { store.values(kCMAttachmentMode_ShouldPropagate) }
  /// The values that do not propagate.
  public var nonPropagated: [String: Any] { store.values(kCMAttachmentMode_ShouldNotPropagate) }

  /// Removes all attachments.
  public func removeAll() { store.removeAll() }

  /// Adds values with a mode.
  public func merge(_ attachments: [String: Any], mode: Mode) {
    store.merge(attachments, mode.number)
  }
}

extension CMSampleBuffer: CMAttachmentBearerProtocol, AttachmentBearer {
  /// The attachments.
  public var attachments: CMAttachmentBearerAttachments {
    get { CMAttachmentBearerAttachments(store: attachmentStore) }
    set { attachmentStore.replace(by: newValue.store) }
  }
}

extension CMBlockBuffer: CMAttachmentBearerProtocol, AttachmentBearer {
  /// The attachments.
  public var attachments: CMAttachmentBearerAttachments {
    get { CMAttachmentBearerAttachments(store: attachmentStore) }
    set { attachmentStore.replace(by: newValue.store) }
  }
}
