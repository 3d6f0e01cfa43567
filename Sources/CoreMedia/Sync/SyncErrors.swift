public import Foundation

/// A parameter is missing.
public let kCMClockError_MissingRequiredParameter: OSStatus = -12745
/// A parameter is invalid.
public let kCMClockError_InvalidParameter: OSStatus = -12746
/// Memory could not be allocated.
public let kCMClockError_AllocationFailed: OSStatus = -12747
/// The clock does not support the operation.
public let kCMClockError_UnsupportedOperation: OSStatus = -12756
/// A parameter is missing.
public let kCMTimebaseError_MissingRequiredParameter: OSStatus = -12748
/// A parameter is invalid.
public let kCMTimebaseError_InvalidParameter: OSStatus = -12749
/// Memory could not be allocated.
public let kCMTimebaseError_AllocationFailed: OSStatus = -12750
/// The interval of a timer is too short.
public let kCMTimebaseError_TimerIntervalTooShort: OSStatus = -12751
/// Only the owner of the timebase may change it.
public let kCMTimebaseError_ReadOnly: OSStatus = -12757
/// A parameter is missing.
public let kCMSyncError_MissingRequiredParameter: OSStatus = -12752
/// A parameter is invalid.
public let kCMSyncError_InvalidParameter: OSStatus = -12753
/// Memory could not be allocated.
public let kCMSyncError_AllocationFailed: OSStatus = -12754
/// The rate of the timebase is 0.
public let kCMSyncError_RateMustBeNonZero: OSStatus = -12755

func coreMediaError(_ code: OSStatus) -> NSError {
  NSError(domain: NSOSStatusErrorDomain, code: Int(code))
}

extension CMClock {
  /// The errors of clocks.
  public struct Error {
    /// A parameter is missing.
    public static let missingRequiredParameter = coreMediaError(
      kCMClockError_MissingRequiredParameter)
    /// A parameter is invalid.
    public static let invalidParameter = coreMediaError(kCMClockError_InvalidParameter)
    /// Memory could not be allocated.
    public static let allocationFailed = coreMediaError(kCMClockError_AllocationFailed)
    /// The clock does not support the operation.
    public static let unsupportedOperation = coreMediaError(kCMClockError_UnsupportedOperation)
  }
}

extension CMTimebase {
  /// The errors of timebases.
  public struct Error {
    /// A parameter is missing.
    public static let missingRequiredParameter = coreMediaError(
      kCMTimebaseError_MissingRequiredParameter)
    /// A parameter is invalid.
    public static let invalidParameter = coreMediaError(kCMTimebaseError_InvalidParameter)
    /// Memory could not be allocated.
    public static let allocationFailed = coreMediaError(kCMTimebaseError_AllocationFailed)
    /// The interval of a timer is too short.
    public static let timerIntervalTooShort = coreMediaError(
      kCMTimebaseError_TimerIntervalTooShort)
    /// Only the owner of the timebase may change it.
    public static let readOnly = coreMediaError(kCMTimebaseError_ReadOnly)
  }
}

/// The relations of clocks and timebases.
public struct CMSync {
  /// The errors of relations.
  public struct Error {
    /// A parameter is missing.
    public static let missingRequiredParameter = coreMediaError(
      kCMSyncError_MissingRequiredParameter)
    /// A parameter is invalid.
    public static let invalidParameter = coreMediaError(kCMSyncError_InvalidParameter)
    /// Memory could not be allocated.
    public static let allocationFailed = coreMediaError(kCMSyncError_AllocationFailed)
    /// The rate of the timebase is 0.
    public static let rateMustBeNonZero = coreMediaError(kCMSyncError_RateMustBeNonZero)
  }
}
