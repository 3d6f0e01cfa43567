/// Calls a function, and returns its result.
///
/// It comes with Darwin on Apple's systems, where objects that functions of Objective-C left to be released later are
/// released at its end. There are none here. A program's own function of the name goes first.
///
/// - Parameter body: The function.
/// - Returns: What it returned.
/// - Throws: What it threw.
@_disfavoredOverload
@inlinable
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}
