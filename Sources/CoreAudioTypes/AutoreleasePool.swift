/// Calls a closure, and returns its result.
///
/// On Apple's systems, this function comes with Darwin and releases autoreleased Objective-C
/// objects at its end. Such objects do not exist on Linux. A program's own function with this name
/// takes precedence.
///
/// - Parameter body: The closure.
/// - Returns: The result of the closure.
/// - Throws: The error of the closure.
@_disfavoredOverload
@inlinable
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}
