import {
  Background,
  MiniMap,
  Panel,
  ReactFlow,
  useReactFlow,
  type NodeChange,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '#ui/icon.tsx';
import {
  connect,
  disconnect,
  keyOf,
  moveParts,
  partsOf,
  STEP_HEIGHT,
  STEP_WIDTH,
} from '../edit-definition.ts';
import { useEditor } from '../editor-context.ts';
import { layOut } from '../lay-out.ts';
import classes from './canvas.module.css';
import { FlowEdge, type FlowEdgeType } from './flow-edge.tsx';
import { PartNode, type PartNodeType } from './part-node.tsx';

const nodeTypes = { part: PartNode };
const edgeTypes = { flow: FlowEdge };
const FIT = { padding: 0.18, maxZoom: 1 };
const MAPPED = 15;

type Positions = ReadonlyMap<string, { x: number; y: number }>;
const unmoved: Positions = new Map();

/** The workflow as a picture: steps are chosen, moved and connected here, by mouse and by keys. */
export default function FlowCanvas() {
  const { t } = useTranslation('editor');
  const { draft, isReadOnly, chosenId, choose, askForStep, remove, steps } = useEditor();
  const flow = useReactFlow();
  const { definition } = draft;
  // While a step is dragged only the canvas knows; the draft hears of it where it is let go.
  const [dragged, setDragged] = useState(unmoved);
  const frame = useRef<HTMLDivElement>(null);

  const nodes = useMemo(
    (): PartNodeType[] =>
      partsOf(definition).map((part) => ({
        id: part.id,
        type: 'part',
        position: dragged.get(part.id) ?? part.position,
        width: STEP_WIDTH,
        height: STEP_HEIGHT,
        // Without it the library forgets where the ends of lines are each time a step changes.
        measured: { width: STEP_WIDTH, height: STEP_HEIGHT },
        data: { part },
      })),
    [definition, dragged],
  );
  const edges = useMemo(
    (): FlowEdgeType[] =>
      definition.edges.map((edge) => ({
        id: keyOf(edge),
        type: 'flow',
        source: edge.from,
        sourceHandle: edge.port,
        target: edge.to,
        data: { edge, isTaken: steps.has(edge.to) && wasTaken(steps.get(edge.from)?.port, edge) },
      })),
    [definition, steps],
  );

  // What was added is in sight at once.
  const count = nodes.length;
  useEffect(() => {
    requestAnimationFrame(() => void flow.fitView(FIT));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [flow, count]);

  // The panel of a chosen step takes room: what it would cover is brought back into sight.
  useEffect(() => {
    if (chosenId === undefined) return;
    requestAnimationFrame(() => {
      const step = document.getElementById(`part-${chosenId}`)?.getBoundingClientRect();
      const room = frame.current?.getBoundingClientRect();
      if (!step || !room || isInside(step, room)) return;
      const { x, y, zoom } = flow.getViewport();
      void flow.setViewport({
        x: x + (room.left + room.right - step.left - step.right) / 2,
        y: y + (room.top + room.bottom - step.top - step.bottom) / 2,
        zoom,
      });
    });
  }, [flow, chosenId]);

  function move(changes: NodeChange[]) {
    const moved = changes.flatMap((change): [string, { x: number; y: number }][] =>
      change.type === 'position' && change.position ? [[change.id, change.position]] : [],
    );
    if (moved.length > 0) setDragged(new Map([...dragged, ...moved]));
  }

  function letGo() {
    const rounded = [...dragged].map(([id, { x, y }]): [string, { x: number; y: number }] => [
      id,
      { x: Math.round(x), y: Math.round(y) },
    ]);
    if (rounded.length > 0) draft.change(moveParts(definition, new Map(rounded)));
    setDragged(unmoved);
  }

  function arrange() {
    draft.change(layOut(definition));
    requestAnimationFrame(() => void flow.fitView(FIT));
  }

  function byKey(event: KeyboardEvent) {
    if (isReadOnly || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) draft.redo();
    else draft.undo();
  }

  const tools: { icon: IconName; label: string; run: () => void; isEdit?: boolean }[] = [
    { icon: 'plus', label: t('canvas.zoomIn'), run: () => void flow.zoomIn() },
    { icon: 'minus', label: t('canvas.zoomOut'), run: () => void flow.zoomOut() },
    { icon: 'fit', label: t('canvas.fit'), run: () => void flow.fitView(FIT) },
    { icon: 'tree', label: t('canvas.arrange'), run: arrange, isEdit: true },
  ];

  return (
    // Keys of what is inside pass by here: undo works wherever on the canvas the focus is.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={frame} className={classes.frame} onKeyDown={byKey}>
      <ReactFlow
        className={classes.canvas}
        aria-label={t('canvas.label')}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        nodesDraggable={!isReadOnly}
        nodesConnectable={!isReadOnly}
        nodesFocusable={false}
        edgesFocusable={false}
        deleteKeyCode={null}
        disableKeyboardA11y
        minZoom={0.15}
        maxZoom={1.6}
        fitView
        fitViewOptions={FIT}
        proOptions={{ hideAttribution: true }}
        onNodesChange={move}
        onNodeDragStop={letGo}
        onConnect={({ source, sourceHandle, target }) =>
          draft.change(
            connect(definition, { from: source, port: sourceHandle ?? 'out', to: target }),
          )
        }
        onEdgeDoubleClick={(_event, edge) => {
          const found = definition.edges.find((one) => keyOf(one) === edge.id);
          if (found && !isReadOnly) draft.change(disconnect(definition, found));
        }}
        onPaneClick={() => choose(undefined)}
      >
        <Background gap={22} size={1} />
        <Panel position="bottom-left" className={classes.tools}>
          {tools
            .filter(({ isEdit }) => !(isEdit && isReadOnly))
            .map(({ icon, label, run }) => (
              <Tooltip key={icon} label={label} position="right">
                <ActionIcon variant="default" size={30} aria-label={label} onClick={run}>
                  <Icon name={icon} />
                </ActionIcon>
              </Tooltip>
            ))}
          {!isReadOnly && (
            <Tooltip label={t('canvas.addLoose')} position="right">
              <ActionIcon
                variant="default"
                size={30}
                aria-label={t('canvas.addLoose')}
                onClick={() => askForStep(undefined)}
              >
                <Icon name="filePlus" />
              </ActionIcon>
            </Tooltip>
          )}
          {!isReadOnly && chosenId !== undefined && (
            <Tooltip label={t('remove')} position="right">
              <ActionIcon
                variant="default"
                size={30}
                aria-label={t('remove')}
                onClick={() => remove(chosenId)}
              >
                <Icon name="trash" />
              </ActionIcon>
            </Tooltip>
          )}
        </Panel>
        {nodes.length > MAPPED && (
          <MiniMap className={classes.map} pannable zoomable ariaLabel={t('canvas.map')} />
        )}
      </ReactFlow>
    </div>
  );
}

function isInside(step: DOMRect, room: DOMRect): boolean {
  return (
    step.left >= room.left &&
    step.right <= room.right &&
    step.top >= room.top &&
    step.bottom <= room.bottom
  );
}

/** Of a trigger nothing is recorded: it was there, or the step would not be. */
function wasTaken(port: string | null | undefined, edge: { port: string }): boolean {
  return port === undefined || port === edge.port || (port === null && edge.port === 'out');
}
