public import Foundation

// On Apple's systems, `url as CFURL` casts between two names of one class. Linux has no such cast.
// However, NSURL and CFURL have the same memory layout, so one name can replace the other. A Swift
// module with the name of a Clang module hides the names that both declare. These names are
// therefore never ambiguous, even if a client imports CoreFoundation itself.

/// An array, as C functions use it.
public typealias CFArray = NSArray
/// Bytes, as C functions use them.
public typealias CFData = NSData
/// A dictionary, as C functions use it.
public typealias CFDictionary = NSDictionary
/// An error, as C functions use it.
public typealias CFError = NSError
/// A mutable array.
public typealias CFMutableArray = NSMutableArray
/// Mutable bytes.
public typealias CFMutableData = NSMutableData
/// A mutable dictionary.
public typealias CFMutableDictionary = NSMutableDictionary
/// A number, as C functions use it.
public typealias CFNumber = NSNumber
/// A string, as C functions use it.
public typealias CFString = NSString
/// A URL, as C functions use it.
public typealias CFURL = NSURL
