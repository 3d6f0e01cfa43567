/// Audio Unit Graphs: units and their connections, which start and stop together.
#ifndef AudioToolbox_AUGraph_h
#define AudioToolbox_AUGraph_h

#include <AudioToolbox/AUComponent.h>
#include <AudioToolbox/AudioUnitProperties.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// A graph.
typedef struct OpaqueAUGraph *AUGraph;
/// A node of a graph: a unit, which exists while the graph is open.
typedef SInt32 AUNode;

/// The kinds of interactions.
OCA_CONSTANTS(UInt32) {
  kAUNodeInteraction_Connection = 1,  ///< Two nodes.
  kAUNodeInteraction_InputCallback = 2,  ///< A node and a function.
};

/// A connection of two nodes.
typedef struct AudioUnitNodeConnection {
  AUNode sourceNode;  ///< The source.
  UInt32 sourceOutputNumber;  ///< The output of the source.
  AUNode destNode;  ///< The destination.
  UInt32 destInputNumber;  ///< The input of the destination.
} AudioUnitNodeConnection;
/// A connection of two nodes.
typedef AudioUnitNodeConnection AUNodeConnection;

/// A function that provides the frames of a node's input.
typedef struct AUNodeRenderCallback {
  AUNode destNode;  ///< The node.
  AudioUnitElement destInputNumber;  ///< The input.
  AURenderCallbackStruct cback;  ///< The function.
} AUNodeRenderCallback;

/// A connection, or a function of an input.
typedef struct AUNodeInteraction {
  UInt32 nodeInteractionType;  ///< The kind.
  union {
    AUNodeConnection connection;  ///< A connection.
    AUNodeRenderCallback inputCallback;  ///< A function.
  } nodeInteraction;  ///< The interaction, by its kind.
} AUNodeInteraction;

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  kAUGraphErr_NodeNotFound = -10860,  ///< The graph does not have the node.
  /// The input or output is already connected, or the connection would make a loop.
  kAUGraphErr_InvalidConnection = -10861,
  kAUGraphErr_OutputNodeErr = -10862,  ///< The output node is missing, or there is a second one.
  kAUGraphErr_CannotDoInCurrentContext = -10863,  ///< The graph is rendering or changing.
  kAUGraphErr_InvalidAudioUnit = -10864,  ///< The unit is invalid.
};

// MARK: - Graphs

/// Makes a graph without nodes.
extern OSStatus NewAUGraph(AUGraph _Nullable *_Nonnull outGraph);

/// Disposes of a graph and its units.
extern OSStatus DisposeAUGraph(AUGraph inGraph);

/// Makes the units of the nodes.
extern OSStatus AUGraphOpen(AUGraph inGraph);

/// Disposes of the units.
extern OSStatus AUGraphClose(AUGraph inGraph);

/// Connects and initializes the units.
extern OSStatus AUGraphInitialize(AUGraph inGraph);

/// Uninitializes the units.
extern OSStatus AUGraphUninitialize(AUGraph inGraph);

/// Starts the output unit.
extern OSStatus AUGraphStart(AUGraph inGraph);

/// Stops the output unit.
extern OSStatus AUGraphStop(AUGraph inGraph);

/// Gets whether a graph is open.
extern OSStatus AUGraphIsOpen(AUGraph inGraph, DarwinBoolean *outIsOpen);

/// Gets whether a graph is initialized.
extern OSStatus AUGraphIsInitialized(AUGraph inGraph, DarwinBoolean *outIsInitialized);

/// Gets whether a graph is running.
extern OSStatus AUGraphIsRunning(AUGraph inGraph, DarwinBoolean *outIsRunning);

/// Applies the changes of the connections of an initialized graph.
///
/// - Parameter outIsUpdated: Null waits until the render thread uses the changes.
extern OSStatus AUGraphUpdate(AUGraph inGraph, DarwinBoolean *_Nullable outIsUpdated);

/// Gets the average share of time that rendering takes.
extern OSStatus AUGraphGetCPULoad(AUGraph inGraph, Float32 *outAverageCPULoad);

/// Gets the highest share of time that rendering has taken since the last call.
extern OSStatus AUGraphGetMaxCPULoad(AUGraph inGraph, Float32 *outMaxLoad);

/// Adds a function that is called before and after the graph renders.
extern OSStatus AUGraphAddRenderNotify(
    AUGraph inGraph, AURenderCallback inCallback, void *_Nullable inRefCon);

/// Removes a function that `AUGraphAddRenderNotify` added.
extern OSStatus AUGraphRemoveRenderNotify(
    AUGraph inGraph, AURenderCallback inCallback, void *_Nullable inRefCon);

// MARK: - Nodes

/// Adds a node.
extern OSStatus AUGraphAddNode(
    AUGraph inGraph, const AudioComponentDescription *inDescription, AUNode *outNode);

/// Removes a node and its connections.
extern OSStatus AUGraphRemoveNode(AUGraph inGraph, AUNode inNode);

/// Gets the number of nodes.
extern OSStatus AUGraphGetNodeCount(AUGraph inGraph, UInt32 *outNumberOfNodes);

/// Gets a node by its index.
extern OSStatus AUGraphGetIndNode(AUGraph inGraph, UInt32 inIndex, AUNode *outNode);

/// Gets the description and the unit of a node.
extern OSStatus AUGraphNodeInfo(
    AUGraph inGraph, AUNode inNode, AudioComponentDescription *_Nullable outDescription,
    AudioUnit _Nullable *_Nullable outAudioUnit);

// MARK: - Connections

/// Connects an output to an input.
extern OSStatus AUGraphConnectNodeInput(
    AUGraph inGraph, AUNode inSourceNode, UInt32 inSourceOutputNumber, AUNode inDestNode,
    UInt32 inDestInputNumber);

/// Sets the function that provides the frames of an input.
extern OSStatus AUGraphSetNodeInputCallback(
    AUGraph inGraph, AUNode inDestNode, UInt32 inDestInputNumber,
    const AURenderCallbackStruct *inInputCallback);

/// Removes the connection or function of an input.
extern OSStatus AUGraphDisconnectNodeInput(
    AUGraph inGraph, AUNode inDestNode, UInt32 inDestInputNumber);

/// Removes all connections and functions.
extern OSStatus AUGraphClearConnections(AUGraph inGraph);

/// Gets the number of connections and functions.
extern OSStatus AUGraphGetNumberOfInteractions(AUGraph inGraph, UInt32 *outNumInteractions);

/// Gets a connection or function by its index.
extern OSStatus AUGraphGetInteractionInfo(
    AUGraph inGraph, UInt32 inInteractionIndex, AUNodeInteraction *outInteraction);

/// Counts the connections and functions of a node.
extern OSStatus AUGraphCountNodeInteractions(
    AUGraph inGraph, AUNode inNode, UInt32 *outNumInteractions);

/// Gets the connections and functions of a node.
///
/// - Parameter ioNumInteractions: On input, the capacity of `outInteractions`; on output, the
///   number of entries written.
extern OSStatus AUGraphGetNodeInteractions(
    AUGraph inGraph, AUNode inNode, UInt32 *ioNumInteractions, AUNodeInteraction *outInteractions);

// MARK: - Earlier Functions

/// Gets the number of connections between nodes; inputs with a callback do not count.
extern OSStatus AUGraphGetNumberOfConnections(AUGraph inGraph, UInt32 *outNumConnections);

/// Gets a connection by its index.
extern OSStatus AUGraphGetConnectionInfo(
    AUGraph inGraph, UInt32 inConnectionIndex, AUNode *outSourceNode, UInt32 *outSourceOutputNumber,
    AUNode *outDestNode, UInt32 *outDestInputNumber);

/// Counts the connections of a node.
extern OSStatus AUGraphCountNodeConnections(
    AUGraph inGraph, AUNode inNode, UInt32 *outNumConnections);

/// Gets the connections of a node.
///
/// - Parameter ioNumConnections: The room in `outConnections`; on return, the number.
extern OSStatus AUGraphGetNodeConnections(
    AUGraph inGraph, AUNode inNode, AudioUnitNodeConnection *outConnections,
    UInt32 *ioNumConnections);

OCA_HEADER_END

#endif
