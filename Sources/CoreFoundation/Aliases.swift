public import Foundation

// On Apple's systems `url as CFURL` is a cast between two names of one class. Linux has no such
// cast, but NSURL and CFURL are laid out alike there too, so that one name can stand for the other.
// A Swift module with the name of a Clang module hides the names that both declare. So these names
// are never ambiguous, whether or not a client imports CoreFoundation itself.

/// A list of objects, as functions of C take it.
public typealias CFArray = NSArray
/// Bytes, as functions of C take them.
public typealias CFData = NSData
/// Keys and values, as functions of C take them.
public typealias CFDictionary = NSDictionary
/// An error, as functions of C return it.
public typealias CFError = NSError
/// A list of objects that can change.
public typealias CFMutableArray = NSMutableArray
/// Bytes that can change.
public typealias CFMutableData = NSMutableData
/// Keys and values that can change.
public typealias CFMutableDictionary = NSMutableDictionary
/// A number, as functions of C take it.
public typealias CFNumber = NSNumber
/// Text, as functions of C take it.
public typealias CFString = NSString
/// An address, as functions of C take it.
public typealias CFURL = NSURL
