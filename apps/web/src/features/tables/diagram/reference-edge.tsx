import { BaseEdge, getSmoothStepPath, type Edge, type EdgeProps } from '@xyflow/react';
import { use } from 'react';
import { DiagramContext } from './diagram-context.ts';
import classes from './diagram.module.css';

export type ReferenceEdgeType = Edge<{ isUnique: boolean }, 'reference'>;

/** A foreign key: many rows at the fork, one at the other end. */
export function ReferenceEdge(props: EdgeProps<ReferenceEdgeType>) {
  const { source, target, data } = props;
  const { lit } = use(DiagramContext);
  const isLit = lit === source || lit === target;
  const state = lit === undefined ? undefined : isLit ? 'lit' : 'dim';
  const [path] = getSmoothStepPath({ ...props, borderRadius: 8, offset: 22 });
  return (
    <g className={classes.reference} data-state={state}>
      <BaseEdge path={path} />
      {!data?.isUnique && <path d={forkAt(props.sourceX, props.sourceY, props.sourcePosition)} />}
      <circle className={classes.one} cx={props.targetX} cy={props.targetY} r={3} />
    </g>
  );
}

const FORK = 8;

function forkAt(x: number, y: number, side: string): string {
  const away = side === 'left' ? -FORK : FORK;
  return `M ${x} ${y - 5} L ${x + away} ${y} L ${x} ${y + 5}`;
}
