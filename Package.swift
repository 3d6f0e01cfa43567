// swift-tools-version: 6.3
import PackageDescription

// The levels below read like the picture in `Docs/Architecture.md`, from top to bottom. A target
// depends only on targets below it: `Scripts/check-structure` compares this file and all imports with
// `Scripts/layers.tsv`. The levels are computed, so that the package can come first; `nonisolated`
// lets the functions at the end read them.

let package = Package(
  name: "OpenCoreAudio",
  products: moduleProducts + toolProducts,
  traits: Set(libraries.map(\.packageTrait)).union([
    .default(enabledTraits: Set(libraries.filter(\.isDefault).map(\.trait)))
  ]),
  targets: [
    tools, examples,
    appleNames, submodules, headers,
    routing, playback, synthesis, sequencing, graph, timeline, films, files, codecs, foundations,
    syntax, model,
    libraries.map(\.target), cTargets,
    tests, testPrograms, testSupport,
    benchmarks, fuzzers,
  ].flatMap(\.self),
  swiftLanguageModes: [.v6])

// MARK: Products

nonisolated var moduleProducts: [Product] {
  [
    "AVFAudio", "AVFoundation", "AudioToolbox", "AudioUnit", "CoreAudio", "CoreAudioTypes",
    "AVKit", "CoreMedia", "CoreVideo", "MediaPlayer", "MediaToolbox", "CoreMIDI", "OSLog", "OpenAL",
    "UniformTypeIdentifiers", "os", "IOKit",
  ].map { .library(name: $0, targets: [$0]) }
}

nonisolated var toolProducts: [Product] {
  ["afconvert", "afinfo", "afplay", "afrecord", "aftools"].map {
    .executable(name: $0, targets: [$0])
  }
}

// MARK: Tools and examples

/// Tools: clients of Apple's names.
nonisolated var tools: [Target] {
  [
    // The library for C consists of the objects of this build, and contains these modules, too.
    program(
      "aftools",
      [
        "ConvertTool", "CoreMIDI", "CoreMedia", "InfoTool", "OpenAL", "PlayTool", "RecordTool",
        "ToolSupport",
      ],
      settings: toolSettings),
    program("afconvert", ["ConvertTool", "ToolSupport"], settings: toolSettings),
    program("afinfo", ["InfoTool", "ToolSupport"], settings: toolSettings),
    program("afplay", ["PlayTool", "ToolSupport"], settings: toolSettings),
    program("afrecord", ["RecordTool", "ToolSupport"], settings: toolSettings),
    swift("ConvertTool", ["AudioToolbox", "CLoudness", "ToolSupport"], settings: toolSettings),
    swift(
      "InfoTool",
      [
        "AudioToolbox", "AudioTransport", "CPictures", "MIDISequencing", "ToolSupport",
        "VideoFrames",
      ],
      settings: toolSettings),
    swift(
      "PlayTool",
      [
        "AudioCodecs", "AudioContainers", "AudioFiles", "AudioModel", "AudioPlayback",
        "AudioToolbox", "AudioTransport", "MediaTimeline", "NowPlaying", "ToolSupport",
        "VideoFrames",
      ],
      settings: toolSettings),
    swift("RecordTool", ["AVFAudio", "AudioToolbox", "ToolSupport"], settings: toolSettings),
    swift(
      "ToolSupport",
      ["AudioRouting", "AudioToolbox", "AudioTransport", "MIDISequencing", "MIDISynthesis"],
      settings: toolSettings),
  ]
}

/// Examples: clients that import Apple's names only.
nonisolated var examples: [Target] {
  [
    program("Player", ["AVFoundation", "MediaPlayer"], path: "Examples/Player"),
    program(
      "Radio", ["MediaPlayer"], path: "Examples/Radio",
      exclude: ["Dockerfile", "Dockerfile.dockerignore", "listen"]),
    program("SimplePlayer", ["AudioToolbox"], path: "Examples/SimplePlayer"),
    program("StreamPlayer", ["AVFoundation"], path: "Examples/StreamPlayer"),
    program("CachingPlayer", ["AVFoundation"], path: "Examples/CachingPlayer"),
    program("Editor", ["AVFoundation"], path: "Examples/Editor"),
    program("Film", ["AVFoundation"], path: "Examples/Film"),
    program("SpeechSamples", ["AVFAudio"], path: "Examples/SpeechSamples"),
    program("Synth", ["AVFoundation"], path: "Examples/Synth"),
    program("Orbit", ["AudioToolbox", "OpenAL"], path: "Examples/Orbit"),
    program("Piano", ["AVFoundation", "CoreMIDI"], path: "Examples/Piano"),
    program("Effects", ["AVFoundation"], path: "Examples/Effects"),
    program("Transcript", ["AVFAudio"], path: "Examples/Transcript"),
  ]
}

// MARK: Apple's names

/// The modules that clients import.
nonisolated var appleNames: [Target] {
  [
    swift("MediaPlayer", ["AVFoundation", "CoreMedia", "NowPlaying", "os"]),
    swift("AVKit", ["AVFoundation"]),
    swift("UniformTypeIdentifiers", []),
    swift(
      "AVFoundation",
      [
        "AVFAudio", "AVFoundationSubmodules", "AudioCodecs", "AudioContainers", "AudioDevices",
        "AudioFiles", "AudioModel", "AudioPlayback", "AudioRealtime", "AudioToolbox",
        "AudioTransport", "CoreMedia", "CoreVideo", "MediaTimeline", "MediaToolbox",
        "UniformTypeIdentifiers", "VideoFrames", "os",
      ]),
    swift(
      "AVFAudio",
      [
        "AVFAudioSubmodules", "AudioCodecs", "AudioContainers", "AudioDevices", "AudioFiles",
        "AudioGraph", "AudioModel", "AudioPlayback", "AudioProcessing", "AudioRealtime",
        "AudioRouting", "AudioToolbox", "AudioTransport", "CoreMIDI", "CoreMedia",
        "MIDISequencing", "MIDISynthesis", "MediaTimeline",
      ]),
    swift("AudioUnit", ["AudioToolbox", "AudioUnitSubmodules"]),
    swift("CoreAudio", ["AudioToolbox", "CoreAudioSubmodules", "CoreAudioTypes"]),
    swift(
      "OpenAL",
      [
        "AudioDevices", "AudioPlayback", "AudioRealtime", "AudioRouting", "AudioToolbox",
        "COpenAL",
      ]),
    swift(
      "AudioToolbox",
      [
        "AudioCodecs", "AudioContainers", "AudioDevices", "AudioFiles", "AudioGraph",
        "AudioModel", "AudioPlayback", "AudioProcessing", "AudioRealtime", "AudioRouting",
        "AudioToolboxSubmodules", "AudioTransport", "CDynamicLibrary", "CoreAudioTypes",
        "CoreMIDI", "MIDISequencing", "MIDISynthesis", "MediaTimeline", "os",
      ]),
    swift(
      "CoreMIDI",
      ["AudioRealtime", "CALSA", "CCoreMIDI", "CoreAudioTypes", "CoreMIDISubmodules", "os"]),
    swift(
      "MediaToolbox",
      [
        "AudioDevices", "AudioPlayback", "AudioToolbox", "CoreAudioTypes", "CoreFoundation",
        "CoreMedia",
      ]),
    swift(
      "CoreMedia",
      ["CCoreMedia", "CoreAudioTypes", "CoreFoundation", "CoreMediaSubmodules", "CoreVideo"]),
    swift("CoreVideo", ["CoreAudioTypes", "VideoFrames"]),
    swift("OSLog", ["os"]),
    swift("os", ["COSLog"]),
    swift("CoreAudioTypes", ["CAudioToolbox", "CoreAudioTypesSubmodules", "CoreFoundation"]),
    // Outside the package for the compiler, which expects a module of this name in the toolchain.
    .target(
      name: "CoreFoundation", packageAccess: false,
      swiftSettings: settings + [.enableExperimentalFeature("Extern")]),
  ]
}

/// The names of Apple's headers, for programs that import a single header.
///
/// Each module has its own map, so that `canImport` sees only the modules that a client asks for.
nonisolated var submodules: [Target] {
  [
    "AVFAudio", "AVFoundation", "AudioToolbox", "AudioUnit", "CoreAudio", "CoreAudioTypes",
    "CoreMIDI", "CoreMedia",
  ].map {
    .systemLibrary(name: $0 + "Submodules", path: "Sources/Submodules/" + $0)
  } + [.systemLibrary(name: "IOKit", path: "Sources/IOKit")]
}

/// The C headers.
nonisolated var headers: [Target] {
  [
    c("COSLog"), c("CCoreMIDI", ["CAudioToolbox"]), c("CCoreMedia", ["CAudioToolbox"]),
    c("CAudioToolbox"),
  ]
}

// MARK: Internal names

/// The session of the process: the purpose and the route of its sound.
nonisolated var routing: [Target] {
  [swift("AudioRouting", ["AudioDevices", "AudioPlayback", "AudioRealtime"])]
}

/// Frames to a device, and frames from a device.
nonisolated var playback: [Target] {
  [
    swift(
      "AudioPlayback",
      [
        "AudioCodecs", "AudioContainers", "AudioDevices", "AudioFiles", "AudioModel",
        "AudioProcessing", "AudioRealtime", "AudioTransport", "MediaTimeline", "VideoFrames",
      ])
  ]
}

/// MIDI messages to frames.
nonisolated var synthesis: [Target] {
  [
    swift(
      "MIDISynthesis",
      [
        "AudioGraph", "AudioModel", "AudioRealtime", "CDynamicLibrary", "CFluidSynth", "CSonivox",
        "MIDISequencing",
      ])
  ]
}

/// Tracks of events, their files, and the tempo.
nonisolated var sequencing: [Target] { [swift("MIDISequencing", ["AudioModel", "AudioSyntax"])] }

/// The render graph: nodes, connections, and plans.
nonisolated var graph: [Target] { [swift("AudioGraph", ["AudioProcessing", "AudioRealtime"])] }

/// Frames from sources, addressed by time.
nonisolated var timeline: [Target] { [swift("MediaTimeline", ["AudioCodecs", "AudioModel"])] }

/// The pictures of a film.
nonisolated var films: [Target] {
  [
    swift(
      "VideoFrames",
      [
        "AudioContainers", "AudioModel", "AudioRealtime", "AudioTransport", "CLibAV", "CPictures",
        "CSDL",
      ])
  ]
}

/// The bytes, packets and frames of a file.
nonisolated var files: [Target] {
  [
    swift(
      "AudioFiles",
      [
        "AudioCodecs", "AudioContainers", "AudioModel", "AudioProcessing", "AudioTransport",
        "CLibAV",
      ])
  ]
}

/// Packets to samples and back.
nonisolated var codecs: [Target] {
  [
    swift(
      "AudioCodecs",
      [
        "AudioModel", "AudioProcessing", "AudioSyntax", "CFLAC", "CILBC", "CLibAV", "CMpg123",
        "COpus", "CSampleKernels",
      ])
  ]
}

/// Bytes to packets, samples to samples, samples to devices, bytes from a source, and the state of
/// a player to the desktop.
nonisolated var foundations: [Target] {
  [
    swift("AudioContainers", ["AudioModel", "AudioSyntax"]),
    swift(
      "AudioProcessing",
      ["AudioModel", "CMySofa", "CSampleKernels", "CSonic", "CSoxr", "CVoiceProcessing"]),
    swift(
      "AudioDevices", ["AudioRealtime", "CALSA", "CAudioRealtime", "CDynamicLibrary", "CPulse"]),
    swift("AudioTransport", ["AudioModel", "CCrypto", "CCurl"]),
    swift("NowPlaying", ["AudioRealtime", "CSystemdBus"]),
  ]
}

/// The headers and bits of codecs, which containers and codecs read and write.
nonisolated var syntax: [Target] { [swift("AudioSyntax", ["AudioModel"])] }

/// The types that the layers share, and their lock-free code.
nonisolated var model: [Target] {
  [swift("AudioModel"), swift("AudioRealtime", ["CAudioRealtime"])]
}

// MARK: C

/// The C libraries, each with a trait.
///
/// The program opens the shared libraries on first use.
nonisolated var libraries: [Library] {
  [
    library("CMpg123", trait: "MPG123", "MPEG audio decoding by libmpg123 (LGPL 2.1)."),
    library("CFLAC", trait: "FLAC", "FLAC decoding by libFLAC (BSD)."),
    archive(
      "CILBC", trait: "ILBC",
      "iLBC decoding by libtg_owt, Telegram's WebRTC (BSD); linked statically.",
      linking: ["tg_owt", "stdc++"]),
    library(
      "COpus", trait: "Opus", "Opus decoding at the rate it was made from by libopus (BSD)."),
    library(
      "CLibAV", trait: "LibAV",
      "AAC, Opus, Vorbis, FLAC, AC-3 and AMR decoding, rare containers by FFmpeg (LGPL 2.1)."),
    library(
      "CPulse", trait: "PulseAudio", "Output to PulseAudio and PipeWire by libpulse (LGPL 2.1).",
      ["CAudioRealtime"]),
    library(
      "CALSA", trait: "ALSA", "Output and MIDI by ALSA's libasound (LGPL 2.1).", ["CAudioRealtime"]),
    library("CCurl", trait: "HTTP", "Playback from HTTP by libcurl (curl license)."),
    library(
      "CCrypto", trait: "Crypto", "Encrypted HTTP Live Streaming by OpenSSL (Apache 2.0)."),
    library("CSoxr", trait: "Soxr", "Sample rate conversion by libsoxr (LGPL 2.1 or later)."),
    library("CSonic", trait: "Sonic", "Speed and pitch of playback by libsonic (Apache 2.0)."),
    library(
      "CVoiceProcessing", trait: "VoiceProcessing",
      "Echo cancellation by webrtc-audio-processing (BSD)."),
    library("CMySofa", trait: "MySofa", "Measured heads for spatial sound by libmysofa (BSD)."),
    library(
      "CFluidSynth", trait: "FluidSynth", "MIDI synthesis by FluidSynth (LGPL 2.1 or later)."),
    library(
      "CSonivox", trait: "Sonivox",
      "MIDI synthesis without a sound bank by Sonivox (Apache 2.0)."),
    library(
      "CPictures", trait: "Pictures",
      "Pictures of sound and of texts by libcairo (LGPL 2.1) and KISS FFT (BSD)."),
    library("CSDL", trait: "Video", "Pictures of films by SDL 2 (zlib) and FFmpeg (LGPL 2.1)."),
    library("CLoudness", trait: "Loudness", "Loudness, measured by libebur128 (MIT)."),
    library(
      "COpenAL", trait: "OpenAL",
      "Positional sound of OpenAL by OpenAL Soft (LGPL 2.0 or later).", hasHeaders: true),
    library(
      "CSystemdBus", trait: "SystemdBus",
      "Now playing and media keys on the session bus by libsystemd (LGPL 2.1)."),
  ]
}

/// Our own C targets.
nonisolated var cTargets: [Target] {
  [
    // Opens the libraries.
    .target(
      name: "CDynamicLibrary", cSettings: cSettings + libraryMacros,
      linkerSettings: [.linkedLibrary("dl")]),
    // Loops over samples, compiled for several processors.
    c("CSampleKernels"),
    // The C part of the lock-free code, and the way from device threads into Swift.
    c("CAudioRealtime"),
  ]
}

// MARK: Tests

/// The tests of one target each.
nonisolated var tests: [Target] {
  [
    suite(
      "ImportTests",
      [
        "AVFoundation", "AVKit", "AudioUnit", "CoreAudio", "MediaPlayer", "TestSupport",
        "UniformTypeIdentifiers",
      ],
      settings: clientSettings),
    suite(
      "AVFoundationTests",
      [
        "AVFoundation", "AudioDevices", "AudioRealtime", "AudioRouting", "AudioToolbox",
        "TestSupport",
      ],
      settings: clientSettings),
    suite(
      "MediaPlayerTests",
      ["AudioDevices", "AudioToolbox", "MediaPlayer", "NowPlaying", "TestSupport"],
      settings: clientSettings),
    suite("AudioToolboxSpellingTests", ["AudioToolbox"], settings: clientSettings),
    suite(
      "ToolTests",
      [
        "AVFAudio", "AudioToolbox", "CachingPlayer", "ConformancePrograms", "ConvertTool", "Editor",
        "Effects", "Hostile", "InfoTool", "Piano", "PlayTool",
        "Player", "Radio", "RecordTool", "Recorder", "SimplePlayer", "SpeechSamples",
        "StreamPlayer",
        "Stress", "Synth", "SystemSound", "TestSupport", "ToolSupport", "Transcript",
        "afconvert", "afinfo", "afplay",
        "afrecord",
        "aftools",
      ],
      settings: toolSettings),
    suite(
      "AVFAudioTests",
      [
        "AVFAudio", "AudioDevices", "AudioPlayback", "AudioRealtime", "AudioRouting",
        "AudioToolbox", "Conformance", "CoreMIDI", "MIDISequencing", "TestSupport",
      ],
      settings: clientSettings),
    suite(
      "AudioToolboxTests",
      [
        "AudioContainers", "AudioDevices", "AudioFiles", "AudioPlayback", "AudioRealtime",
        "AudioRouting", "AudioToolbox", "AudioTransport", "CClient", "TestSupport",
      ],
      settings: clientSettings),
    suite("osTests", ["OSLog", "TestSupport", "os"], settings: clientSettings),
    suite(
      "CoreMIDITests",
      [
        "AudioDevices", "AudioRealtime", "AudioToolbox", "CHeaderChecks", "CoreMIDI", "TestSupport",
      ],
      settings: clientSettings),
    suite(
      "OpenALTests",
      ["AudioDevices", "AudioRealtime", "AudioToolbox", "CHeaderChecks", "OpenAL", "TestSupport"],
      settings: clientSettings),
    suite(
      "CoreMediaTests", ["AVFoundation", "CClient", "CoreMedia", "TestSupport"],
      settings: clientSettings),
    suite(
      "CoreAudioTypesTests", ["CHeaderChecks", "CoreAudioTypes", "CoreMedia", "TestSupport"],
      settings: clientSettings),
    suite("AudioRoutingTests", ["AudioDevices", "AudioRouting", "TestSupport"]),
    suite(
      "AudioPlaybackTests",
      [
        "AudioCodecs", "AudioContainers", "AudioDevices", "AudioFiles", "AudioModel",
        "AudioPlayback", "AudioProcessing", "AudioRealtime", "AudioTransport", "MediaTimeline",
        "TestSupport",
      ]),
    suite("MIDISequencingTests", ["MIDISequencing"]),
    suite("AudioGraphTests", ["AudioGraph", "AudioProcessing", "AudioRealtime", "TestSupport"]),
    suite("MIDISynthesisTests", ["AudioGraph", "MIDISequencing", "MIDISynthesis", "TestSupport"]),
    suite("MediaTimelineTests", ["AudioCodecs", "MediaTimeline"]),
    suite(
      "VideoPlaybackTests",
      ["AVFoundation", "AudioDevices", "AudioRealtime", "TestSupport", "VideoFrames"],
      settings: toolSettings),
    suite(
      "VideoFramesTests",
      [
        "AudioContainers", "AudioModel", "AudioRealtime", "AudioTransport", "TestSupport",
        "VideoFrames",
      ],
      settings: toolSettings),
    suite(
      "AudioFilesTests",
      [
        "AudioCodecs", "AudioContainers", "AudioFiles", "AudioModel", "AudioProcessing",
        "AudioTransport", "TestSupport",
      ]),
    suite(
      "AudioCodecsTests",
      [
        "AudioCodecs", "AudioContainers", "AudioModel", "AudioProcessing", "AudioSyntax",
        "TestSupport",
      ]),
    suite("AudioContainersTests", ["AudioContainers", "AudioModel", "AudioSyntax"]),
    suite("AudioProcessingTests", ["AudioModel", "AudioProcessing", "TestSupport"]),
    suite("AudioDevicesTests", ["AudioDevices", "AudioRealtime", "TestSupport"]),
    suite("AudioTransportTests", ["AudioTransport", "TestSupport"]),
    suite("NowPlayingTests", ["AudioRealtime", "NowPlaying", "TestSupport"]),
    suite("AudioSyntaxTests", ["AudioModel", "AudioSyntax"]),
    suite("AudioRealtimeTests", ["AudioRealtime", "CAudioRealtime"]),
  ]
}

/// The programs that tests and checks run.
nonisolated var testPrograms: [Target] {
  [
    program(
      "ConformancePrograms", ["AVFoundation", "Conformance"], path: "Tests/Conformance/Programs"),
    program("Recorder", ["AVFoundation", "AudioToolbox"], path: "Tests/Recorder"),
    program("Stress", ["AVFAudio", "AudioToolbox"], path: "Tests/Stress"),
    program("Hostile", ["AudioToolbox"], path: "Tests/Hostile"),
    program(
      "RealtimeCheck",
      [
        "AudioCodecs", "AudioDevices", "AudioGraph", "AudioModel", "AudioPlayback",
        "AudioProcessing", "AudioRealtime", "AudioToolbox", "AudioTransport", "CTestSupport",
        "MIDISequencing", "MIDISynthesis", "MediaTimeline",
      ],
      path: "Tests/RealtimeCheck", settings: settings),
    .executableTarget(
      name: "SystemSound", dependencies: ["AudioToolbox", "CAudioToolbox"],
      path: "Tests/Conformance/SystemSound", cSettings: cSettings),
  ]
}

/// The shared code of the tests.
nonisolated var testSupport: [Target] {
  [
    swift(
      "Conformance", ["AVFoundation"], path: "Tests/Conformance",
      exclude: ["Programs", "SystemSound"], settings: clientSettings),
    swift("TestSupport", ["AudioRealtime", "CTestSupport"], path: "Tests/TestSupport"),
    .target(name: "CTestSupport", path: "Tests/CTestSupport"),
    c("CClient", ["CAudioToolbox", "CCoreMedia"], path: "Tests/CClient"),
    .target(
      name: "CHeaderChecks",
      dependencies: [
        "CAudioToolbox", "CCoreMIDI", "CCoreMedia", "COSLog", "COpenAL", "CoreMIDI", "OpenAL",
      ],
      path: "Tests/CHeaderChecks",
      exclude: ["APITable.inc"], cSettings: cSettings, cxxSettings: cxxSettings),
  ]
}

// MARK: Benchmarks and fuzzers

/// Needs the peers' libraries: `BENCHMARKS=1 swift run -c release PacketIndex`.
nonisolated var benchmarks: [Target] {
  guard Context.environment["BENCHMARKS"] != nil else { return [] }
  return [
    program(
      "Resampling", ["AudioToolbox", "BenchmarkSupport", "CCodecPeers"],
      path: "Benchmarks/Resampling", exclude: ["plot"]),
    program(
      "Decoding", ["AudioToolbox", "BenchmarkSupport", "CCodecPeers"], path: "Benchmarks/Decoding"),
    program(
      "PacketIndex", ["AudioToolbox", "BenchmarkSupport", "CLibAVWalk"],
      path: "Benchmarks/PacketIndex"),
    program(
      "Playing", ["AVFAudio", "AVFoundation", "AudioToolbox", "BenchmarkSupport"],
      path: "Benchmarks/Playing"),
    program(
      "Graph", ["AVFAudio", "BenchmarkSupport", "CGraphPeers"], path: "Benchmarks/Graph"),
    program(
      "MIDI", ["AVFAudio", "AudioToolbox", "BenchmarkSupport", "CSourcePeer", "OpenAL"],
      path: "Benchmarks/MIDI"),
    program(
      "Editing", ["AVFoundation", "BenchmarkSupport"], path: "Benchmarks/Editing"),
    program(
      "ContainerReading", ["AudioToolbox", "BenchmarkSupport", "CLibAVWalk"],
      path: "Benchmarks/ContainerReading"),
    swift(
      "BenchmarkSupport", ["AudioToolbox"], path: "Benchmarks/BenchmarkSupport",
      settings: clientSettings),
    c("CGraphPeers", path: "Benchmarks/CGraphPeers", linking: ["openal"]),
    c("CSourcePeer", path: "Benchmarks/CSourcePeer"),
    c(
      "CLibAVWalk", path: "Benchmarks/CLibAVWalk", linking: ["avformat", "avcodec", "avutil"]),
    c(
      "CCodecPeers", path: "Benchmarks/CCodecPeers",
      linking: [
        "avformat", "avcodec", "avutil", "swresample", "mpg123", "FLAC", "sndfile", "soxr",
      ]),
  ]
}

/// Only libFuzzer gives these programs their `main`: `Scripts/fuzz`.
nonisolated var fuzzers: [Target] {
  guard Context.environment["FUZZ"] != nil else { return [] }
  let names = [
    "FuzzWAV", "FuzzMPEGAudio", "FuzzADTS", "FuzzDetect", "FuzzTags", "FuzzCAF", "FuzzAIFF",
    "FuzzAU", "FuzzW64", "FuzzMP4", "FuzzFLAC", "FuzzAMR", "FuzzOgg", "FuzzAC3",
    "FuzzLOAS", "FuzzDecoders", "FuzzLibraries", "FuzzHLS",
  ]
  let support = swift(
    "FuzzSupport", ["AudioContainers", "AudioModel"], path: "Fuzz/FuzzSupport")
  let sequences = program(
    "FuzzMIDI", ["FuzzSupport", "MIDISequencing"], path: "Fuzz/FuzzMIDI", settings: settings)
  return names.map {
    program(
      $0, ["AudioCodecs", "AudioContainers", "AudioModel", "FuzzSupport"], path: "Fuzz/\($0)",
      settings: settings)
  } + [support, sequences]
}

// MARK: Settings

/// Whether warnings are errors: only in our own checks, never for a user.
nonisolated var areWarningsErrors: Bool { Context.environment["OCA_WARNINGS_AS_ERRORS"] != nil }

/// Settings of tests, examples and programs that are written as a client writes.
nonisolated var clientSettings: [SwiftSetting] {
  areWarningsErrors ? [.treatAllWarnings(as: .error)] : []
}

/// Settings of the tools, which are clients of the C API.
nonisolated var toolSettings: [SwiftSetting] {
  clientSettings + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}

/// Settings of all other Swift targets: no unmarked `unsafe`.
nonisolated var settings: [SwiftSetting] {
  clientSettings + [
    .strictMemorySafety(),
    .enableExperimentalFeature("Lifetimes"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}

/// Settings of the targets in C.
nonisolated var cSettings: [CSetting] {
  areWarningsErrors
    ? [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)] : []
}

/// Settings of the targets in C++.
nonisolated var cxxSettings: [CXXSetting] {
  areWarningsErrors
    ? [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)] : []
}

/// The macros by which C code knows which traits are on, such as `OCA_FLAC`.
nonisolated var libraryMacros: [CSetting] {
  [
    "MPG123", "FLAC", "ILBC", "Opus", "LibAV", "Soxr", "Sonic", "PulseAudio", "ALSA", "HTTP",
    "Crypto", "Pictures", "Loudness", "SystemdBus", "FluidSynth", "Sonivox",
    "MySofa", "OpenAL", "Video", "VoiceProcessing",
  ].map { .define("OCA_" + $0.uppercased(), .when(traits: [$0])) }
}

// MARK: Helpers

/// A target in Swift.
func swift(
  _ name: String, _ dependencies: [String] = [], path: String? = nil, exclude: [String] = [],
  settings: [SwiftSetting] = settings
) -> Target {
  .target(
    name: name, dependencies: dependencies.map(dependency), path: path, exclude: exclude,
    swiftSettings: settings)
}

/// A program in Swift.
func program(
  _ name: String, _ dependencies: [String], path: String? = nil, exclude: [String] = [],
  settings: [SwiftSetting] = clientSettings
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies.map(dependency), path: path, exclude: exclude,
    swiftSettings: settings)
}

/// Tests in Swift.
func suite(
  _ name: String, _ dependencies: [String], settings: [SwiftSetting] = settings
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies.map(dependency), swiftSettings: settings)
}

/// A target in C.
func c(
  _ name: String, _ dependencies: [String] = [], path: String? = nil, linking: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies.map(dependency), path: path, cSettings: cSettings,
    linkerSettings: linking.isEmpty ? nil : linking.map { .linkedLibrary($0) })
}

/// A C library: its trait, and the only target that knows the library.
struct Library {
  let target: Target
  let trait: String
  let description: String
  var isDefault = true
  /// Whether the target also has headers of clients, which need no library.
  var hasHeaders = false

  var packageTrait: Trait { .trait(name: trait, description: description) }
}

/// A C library that the program opens on first use.
func library(
  _ name: String, trait: String, _ description: String, _ dependencies: [String] = [],
  hasHeaders: Bool = false
) -> Library {
  let target = Target.target(
    name: name, dependencies: (["CDynamicLibrary"] + dependencies).map { .byName(name: $0) },
    cSettings: cSettings + libraryMacros)
  return Library(
    target: target, trait: trait, description: description, hasHeaders: hasHeaders)
}

/// A C library that becomes part of the program; off by default.
func archive(
  _ name: String, trait: String, _ description: String, linking: [String]
) -> Library {
  let target = Target.target(
    name: name, cSettings: cSettings + libraryMacros,
    linkerSettings: linking.map { .linkedLibrary($0, .when(traits: [trait])) })
  return Library(target: target, trait: trait, description: description, isDefault: false)
}

/// A dependency; a C library is a dependency only if its trait is on.
func dependency(_ name: String) -> Target.Dependency {
  guard let library = libraries.first(where: { $0.target.name == name }), !library.hasHeaders
  else {
    return .byName(name: name)
  }
  return .target(name: name, condition: .when(traits: [library.trait]))
}

// MARK: Parts of the package

// A check that runs only some tests omits the other tests and programs, and parts of large test
// targets (`AudioToolboxTests/AudioFile`): `Scripts/tsan`, `Scripts/check`.
let omitted = Context.environment["OMITTED", default: ""].split(whereSeparator: \.isWhitespace)
package.targets.removeAll { omitted.contains($0.name[...]) }
package.products.removeAll { omitted.contains($0.name[...]) }
for target in package.targets {
  for part in omitted where part.hasPrefix(target.name + "/") {
    target.exclude.append(String(part.dropFirst(target.name.count + 1)))
  }
}
