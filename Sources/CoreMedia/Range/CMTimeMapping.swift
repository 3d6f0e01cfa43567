internal import CCoreMedia

/// Creates a mapping.
///
/// - Parameters:
///   - source: The part of the source that plays.
///   - target: The range of the target in which it plays.
/// - Returns: The mapping.
@c @implementation
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
  CMTimeMapping(source: source, target: target)
}

/// Creates a mapping to a silent range.
///
/// - Parameter target: The range of the target.
/// - Returns: The mapping, whose source is invalid.
@c @implementation
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
  CMTimeMapping(source: .invalid, target: target)
}
