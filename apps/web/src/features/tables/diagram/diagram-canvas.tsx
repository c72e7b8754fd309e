import { Background, MiniMap, ReactFlow, useReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { tablePath } from '../table-name.ts';
import { DiagramContext, type DiagramTools } from './diagram-context.ts';
import { TABLE_WIDTH, type DrawnDiagram, type Placed } from './diagram-layout.ts';
import classes from './diagram.module.css';
import { ReferenceEdge, type ReferenceEdgeType } from './reference-edge.tsx';
import { TableNode, type TableNodeType } from './table-node.tsx';
import { focusOn, useDiagramLook } from './use-diagram-look.ts';
import { ZoomTools } from './zoom-tools.tsx';

const nodeTypes = { table: TableNode };
const edgeTypes = { reference: ReferenceEdge };
const FIT = { padding: 0.08, maxZoom: 1 };
/** How much names may shrink. */
const READABLE = 0.5;
const WELL_READABLE = 0.8;
/** With fewer everything is seen at once. */
const MAPPED = 20;

type DiagramCanvasProps = {
  drawn: DrawnDiagram;
  focusId: string | undefined;
  /** The table to go to, and to light up; another object is another wish. */
  wanted: { id: string } | undefined;
};

/** The picture: to be moved, zoomed and walked through by keys. Nothing in it can be changed. */
export default function DiagramCanvas({ drawn, focusId, wanted }: DiagramCanvasProps) {
  const { t } = useTranslation('tables');
  const flow = useReactFlow();
  const scopedHref = useScopedHref();
  // Each address below names the schema of its own table.
  const { hrefOf } = useDiagramLook('');
  const isWide = useMediaQuery('(min-width: 900px)', undefined, { getInitialValueInEffect: false });
  const [lit, setLit] = useState<string>();
  const nodes = useMemo(() => drawn.tables.map(toNode), [drawn]);
  const edges = useMemo(() => drawn.references.map(toEdge), [drawn]);

  function centre(id: string) {
    const placed = drawn.tables.find((one) => one.id === id);
    if (!placed) return;
    const zoom = Math.max(flow.getZoom(), WELL_READABLE);
    void flow.setCenter(placed.x + TABLE_WIDTH / 2, placed.y + placed.height / 2, { zoom });
  }

  useEffect(() => {
    if (!wanted) return;
    setLit(wanted.id);
    centre(wanted.id);
    // Where it stands follows from what is wanted.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted]);

  // Another picture is looked at as a whole first; where that is too small to read, at what it is about.
  useEffect(() => {
    setLit(undefined);
    void flow.fitView(FIT).then(() => {
      if (focusId !== undefined && flow.getZoom() < READABLE) centre(focusId);
    });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [flow, nodes, focusId]);

  const tools: DiagramTools = {
    lit,
    neighbours: useMemo(() => neighboursOf(drawn, lit), [drawn, lit]),
    focusId,
    hrefOf: ({ schema, name }) => scopedHref(tablePath({ schema, table: name })),
    focusHrefOf: ({ schema, name }) => hrefOf(focusOn({ schema, table: name })),
    light: setLit,
    centre,
  };

  return (
    <DiagramContext value={tools}>
      <ReactFlow
        className={classes.canvas}
        aria-label={t('diagram.label')}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        minZoom={0.1}
        maxZoom={1.6}
        fitView
        fitViewOptions={FIT}
        proOptions={{ hideAttribution: true }}
        onNodeMouseEnter={(_event, { id }) => setLit(id)}
        onNodeMouseLeave={() => setLit(undefined)}
        onNodeClick={(_event, { id }) => setLit(id)}
        onPaneClick={() => setLit(undefined)}
      >
        <Background gap={24} size={1} />
        <ZoomTools onFit={() => void flow.fitView(FIT)} />
        {isWide && nodes.length > MAPPED && (
          <MiniMap className={classes.map} pannable zoomable ariaLabel={t('diagram.map')} />
        )}
      </ReactFlow>
    </DiagramContext>
  );
}

function toNode(placed: Placed): TableNodeType {
  return {
    id: placed.id,
    type: 'table',
    position: { x: placed.x, y: placed.y },
    width: TABLE_WIDTH,
    height: placed.height,
    // What can be neither moved nor chosen would let the pointer through, links included.
    style: { pointerEvents: 'all' },
    data: { placed },
  };
}

/** Ends are on the sides that face each other; of one layer, both on the right. */
function toEdge({
  id,
  reference,
  from,
  to,
}: DrawnDiagram['references'][number]): ReferenceEdgeType {
  const isRightOf = from.x >= to.x + TABLE_WIDTH;
  const isLeftOf = to.x >= from.x + TABLE_WIDTH;
  const fromSide = isRightOf ? 'left' : 'right';
  const toSide = isLeftOf ? 'left' : 'right';
  return {
    id,
    type: 'reference',
    source: from.id,
    target: to.id,
    sourceHandle: `from ${fromSide} ${reference.from.columns[0] ?? ''}`,
    targetHandle: `to ${toSide} ${reference.to.columns[0] ?? ''}`,
    data: { isUnique: reference.isUnique },
  };
}

function neighboursOf({ references }: DrawnDiagram, lit: string | undefined): ReadonlySet<string> {
  const joined = references.filter(({ from, to }) => from.id === lit || to.id === lit);
  return new Set(joined.flatMap(({ from, to }) => [from.id, to.id]));
}
