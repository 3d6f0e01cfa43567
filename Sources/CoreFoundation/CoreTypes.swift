// The aliases hide CoreFoundation's classes, so these have no names in this module. But functions that
// have no counterpart here take objects of these classes, and the compiler infers the class of each.

/// A function of CoreFoundation that takes an object of a class.
@usableFromInline
protocol FunctionOfObject {
  associatedtype Object: AnyObject
  associatedtype Result
  static var function: (Object?) -> Result { get }
}

/// A function of CoreFoundation that copies an object of a class.
@usableFromInline
protocol CopyOfObject {
  associatedtype Object: AnyObject
  static var function: (CFAllocator?, Object?) -> Object? { get }
}

@usableFromInline
enum URLFunction: FunctionOfObject {
  @usableFromInline static let function = CFURLCanBeDecomposed
}
@usableFromInline
enum StringFunction: FunctionOfObject {
  @usableFromInline static let function = CFStringGetFastestEncoding
}
@usableFromInline
enum NumberFunction: FunctionOfObject {
  @usableFromInline static let function = CFNumberGetByteSize
}
@usableFromInline
enum MutableArrayFunction: FunctionOfObject {
  @usableFromInline static let function = CFArrayRemoveAllValues
}
@usableFromInline
enum MutableDataFunction: @unsafe FunctionOfObject {
  @usableFromInline static let function = unsafe CFDataGetMutableBytePtr
}
@usableFromInline
enum MutableDictionaryFunction: FunctionOfObject {
  @usableFromInline static let function = CFDictionaryRemoveAllValues
}
@usableFromInline
enum ArrayFunction: CopyOfObject {
  @usableFromInline static let function = CFArrayCreateCopy
}
@usableFromInline
enum DataFunction: CopyOfObject {
  @usableFromInline static let function = CFDataCreateCopy
}
@usableFromInline
enum DictionaryFunction: CopyOfObject {
  @usableFromInline static let function = CFDictionaryCreateCopy
}

@usableFromInline typealias CoreURL = URLFunction.Object
@usableFromInline typealias CoreString = StringFunction.Object
@usableFromInline typealias CoreNumber = NumberFunction.Object
@usableFromInline typealias CoreMutableArray = MutableArrayFunction.Object
@usableFromInline typealias CoreMutableData = MutableDataFunction.Object
@usableFromInline typealias CoreMutableDictionary = MutableDictionaryFunction.Object
@usableFromInline typealias CoreArray = ArrayFunction.Object
@usableFromInline typealias CoreData = DataFunction.Object
@usableFromInline typealias CoreDictionary = DictionaryFunction.Object

/// An object as CoreFoundation's functions take it.
@_alwaysEmitIntoClient
func core<Alias: AnyObject, Core: AnyObject>(_ object: Alias?) -> Core? {
  // Safe: both names stand for one class, whose objects Foundation lays out as CoreFoundation does.
  unsafe unsafeBitCast(object, to: Core?.self)
}

/// An object of CoreFoundation as an object of Foundation.
@_alwaysEmitIntoClient
func alias<Core: AnyObject, Alias: AnyObject>(_ object: Core?) -> Alias? {
  // Safe: both names stand for one class, whose objects Foundation lays out as CoreFoundation does.
  unsafe unsafeBitCast(object, to: Alias?.self)
}
