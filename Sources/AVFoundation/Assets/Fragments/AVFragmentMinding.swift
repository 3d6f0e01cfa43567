/// An asset whose file may grow by fragments while it is watched.
public protocol AVFragmentMinding {
  /// Whether a minder watches the asset.
  var isAssociatedWithFragmentMinder: Bool { get }
}
