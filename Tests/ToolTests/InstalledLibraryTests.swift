import Foundation
import TestSupport
import Testing

/// The library for programs outside SwiftPM, linked from the objects beside the tests and installed
/// into a separate folder.
struct InstalledLibraryTests {
  private let installed: TemporaryFolder
  private let environment: [String: String]
  private let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  init() throws {
    installed = try TemporaryFolder()
    let root = installed.url("usr").path
    let build = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
    _ = try Tool.run(
      repository.appending(path: "Scripts/install-library").path, [build, root])
    environment = [
      "PKG_CONFIG_PATH": "\(root)/lib/pkgconfig", "LD_LIBRARY_PATH": "\(root)/lib",
    ]
  }

  /// Runs a shell command with the installed library.
  private func shell(_ line: String) throws -> String {
    let settings = environment.map { "export \($0.key)='\($0.value)'; " }.joined()
    return String(decoding: try Tool.run("sh", ["-ec", settings + line]), as: UTF8.self)
  }

  private var expected: String { "2 channels at 8000 Hz\n4410 frames, peak 0.5000\n" }

  /// Half a second of stereo with a peak at half of full scale.
  private func writeFile() throws -> String {
    var bytes = BadFile.wave(promising: 4 * 4410, holding: 0)
    for frame in 0..<4410 {
      bytes += frame == 1000 ? [0x00, 0xC0, 0, 0] : [UInt8(frame % 100), 0, 5, 0]
    }
    let url = installed.url("half.wav")
    try Tool.write(bytes, to: url)
    return url.path
  }

  @Test("C programs build with pkg-config", arguments: ["clang", "gcc"])
  func compilesC(compiler: String) throws {
    let source = repository.appending(path: "Examples/C/decode.c").path
    #expect(try compileAndRun(compiler, source) == expected)
  }

  @Test("C++ programs build with pkg-config", arguments: ["clang++", "g++"])
  func compilesCPlusPlus(compiler: String) throws {
    let source = installed.url("rate.cpp")
    let text = """
      #include <AudioToolbox/AudioToolbox.h>
      #include <cstdio>
      #include <cstring>
      int main(int, char **names) {
        auto path = reinterpret_cast<const UInt8 *>(names[1]);
        auto url = CFURLCreateFromFileSystemRepresentation(
            nil, path, CFIndex(std::strlen(names[1])), false);
        AudioFileID file = nil;
        if (AudioFileOpenURL(url, kAudioFileReadPermission, 0, &file) != noErr) return 1;
        AudioStreamBasicDescription format;
        UInt32 size = sizeof format;
        AudioFileGetProperty(file, kAudioFilePropertyDataFormat, &size, &format);
        AudioStreamBasicDescription same;
        FillOutASBDForLPCM(same, 8000, 2, 16, 16, false, false);
        std::puts(format == same ? "the same" : "another");
        CFRelease(url);
        return AudioFileClose(file);
      }
      """
    try Tool.write(Array(text.utf8), to: source)
    #expect(try compileAndRun(compiler, source.path) == "the same\n")
  }

  @Test("CoreFoundation's own functions accept the dictionaries of properties")
  func showsDictionary() throws {
    let source = installed.url("tags.c")
    let text = """
      #include <AudioToolbox/AudioToolbox.h>
      int main(int count, char **names) {
        (void)count;
        CFURLRef url = CFURLCreateFromFileSystemRepresentation(
            NULL, (const UInt8 *)names[1], (CFIndex)strlen(names[1]), false);
        AudioFileID file = NULL;
        CFDictionaryRef info = NULL;
        UInt32 size = sizeof info;
        if (AudioFileOpenURL(url, kAudioFileReadPermission, 0, &file) != noErr ||
            AudioFileGetProperty(file, kAudioFilePropertyInfoDictionary, &size, &info) != noErr)
          return 1;
        CFShow(info);
        CFDictionaryRef copy = CFDictionaryCreateCopy(NULL, info);
        CFDataRef data = CFPropertyListCreateData(
            NULL, copy, kCFPropertyListXMLFormat_v1_0, 0, NULL);
        fwrite(CFDataGetBytePtr(data), 1, (size_t)CFDataGetLength(data), stdout);
        CFRelease(data), CFRelease(copy), CFRelease(info), CFRelease(url);
        return AudioFileClose(file);
      }
      """
    try Tool.write(Array(text.utf8), to: source)
    let output = try compileAndRun("clang", source.path)
    #expect(output.contains("<key>approximate duration in seconds</key>"))
  }

  @Test("constant strings and NSLog work without an Objective-C runtime")
  func logs() throws {
    let source = installed.url("log.m")
    let text = """
      #import <Foundation/Foundation.h>
      #import <AudioToolbox/AudioToolbox.h>
      int main(int count, const char **names) {
        CFStringRef word = CFSTR("word");
        NSLog(@"%d %s %@", count, names[0] ? "name" : "", word);
        return 0;
      }
      """
    try Tool.write(Array(text.utf8), to: source)
    let flags =
      "-x objective-c -fobjc-runtime=macosx -fcf-runtime-abi=swift-5.0 -fconstant-cfstrings"
    let program = installed.url("log").path
    let output = try shell(
      "clang \(flags) -Wall -Werror -c '\(source.path)' -o '\(program).o' "
        + "$(pkg-config --cflags audiotoolbox); "
        + "clang '\(program).o' -o '\(program)' $(pkg-config --libs audiotoolbox); "
        + "'\(program)' 2>&1")
    #expect(output.hasSuffix(" 1 name word\n"), "\(output)")
  }

  @Test("C programs calculate with times", arguments: ["clang", "gcc"])
  func calculatesWithTimes(compiler: String) throws {
    let source = installed.url("times.c")
    let text = """
      #include <CoreMedia/CoreMedia.h>
      int main(void) {
        CMTime time = CMTimeAdd(CMTimeMake(1, 2), CMTimeMake(1, 3));
        CFStringRef text = CMTimeCopyDescription(NULL, time);
        CFDictionaryRef members = CMTimeCopyAsDictionary(time, NULL);
        char bytes[32] = "";
        CFStringGetCString(text, bytes, sizeof bytes, kCFStringEncodingUTF8);
        puts(bytes);
        CFShow(members);
        printf("%d\\n", (int)CMTIME_COMPARE_INLINE(CMTimeMakeFromDictionary(members), ==, time));
        CFRelease(members), CFRelease(text);
        return CMTIME_IS_VALID(kCMTimeInvalid);
      }
      """
    try Tool.write(Array(text.utf8), to: source)
    #expect(try compileAndRun(compiler, source.path) == "{5/6 = 0.833}\n1\n")
  }

  private func compileAndRun(_ compiler: String, _ source: String) throws -> String {
    let program = installed.url("program").path
    return try shell(
      "\(compiler) -Wall -Wextra -Werror '\(source)' -o '\(program)' "
        + "$(pkg-config --cflags --libs audiotoolbox) -lm; '\(program)' '\(try writeFile())'")
  }

  @Test("Python decodes through ctypes")
  func decodesFromPython() throws {
    let script = repository.appending(path: "Examples/Python/decode.py").path
    #expect(try shell("/usr/bin/python3 '\(script)' '\(try writeFile())'") == expected)
  }

  @Test("the library exports C names only, and needs only the system's libraries")
  func exports() throws {
    let library = installed.url("usr/lib/libaudiotoolbox.so.0").path
    let names = try shell("nm -D --defined-only '\(library)'").split(separator: "\n")
      .compactMap { $0.split(separator: " ").last?.split(separator: "@").first }
    let known = [
      "Audio", "AUGraph", "NewAUGraph", "DisposeAUGraph", "ExtAudioFile", "Music", "NewMusic",
      "DisposeMusic", "CAShow", "CAClock", "CM", "kCM", "MIDI", "al",
      "mach_", "NSLog", "GetMacOSStatusErrorString", "os_log_", "CF", "kCF", "_",
      "$s10Foundation",
    ]
    let others = names.filter { name in !known.contains { name.hasPrefix($0) } }
    #expect(names.contains("AudioFileOpenURL") && names.contains("CFRelease"))
    let include = installed.url("usr/include").path
    let declared = try shell(
      "grep -rhoE '^extern [^;(]*[ *][A-Za-z0-9]+\\(' '\(include)' | sed -E 's/.*[ *]//; s/.$//'"
    ).split(separator: "\n").map(String.init)
    let missing = Set(declared).subtracting(names.map(String.init))
    #expect(declared.count > 400 && missing.isEmpty, "\(declared.count), \(missing.sorted())")
    #expect(others.allSatisfy { $0.hasPrefix("OPENCOREAUDIO_") }, "\(others)")
    let needed = try shell("readelf -d '\(library)' | sed -n 's/.*NEEDED.*\\[\\(.*\\)\\]/\\1/p'")
    let system = ["libm.", "libstdc++.", "libgcc_s.", "libc.", "ld-linux", "libdl.", "libpthread."]
    for name in needed.split(separator: "\n") {
      #expect(system.contains { name.hasPrefix($0) }, "\(name)")
    }
  }

  @Test("uninstalling removes all installed files")
  func uninstalls() throws {
    let root = installed.url("usr").path
    _ = try Tool.run(
      repository.appending(path: "Scripts/install-library").path, ["--remove", root])
    #expect(try shell("find '\(root)' -type f -o -type l") == "")
  }
}
