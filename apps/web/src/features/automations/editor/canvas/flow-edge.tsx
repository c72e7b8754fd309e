import {
  BaseEdge,
  EdgeLabelRenderer,
  getSmoothStepPath,
  type Edge as LibraryEdge,
  type EdgeProps,
} from '@xyflow/react';
import type { Edge } from '@causeway/contract/automations/definition.ts';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { useEditor } from '../editor-context.ts';
import classes from './canvas.module.css';
import { portName } from '#domain/workflows/port-name.ts';

export type FlowEdgeType = LibraryEdge<{ edge: Edge; isTaken: boolean }, 'flow'>;

/** A line from step to step, with the way out it stands for and a + for a step in between. */
export function FlowEdge(props: EdgeProps<FlowEdgeType>) {
  const { t } = useTranslation('editor');
  const { isReadOnly, askForStep } = useEditor();
  const { id, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, data } = props;
  const [path, x, y] = getSmoothStepPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
    borderRadius: 10,
  });
  if (!data) return null;
  const { edge, isTaken } = data;
  return (
    <>
      <BaseEdge id={id} path={path} className={isTaken ? classes.taken : classes.edge} />
      <EdgeLabelRenderer>
        <div
          className={`${classes.middle} nodrag nopan`}
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        >
          {edge.port !== 'out' && (
            <span className={classes.port} data-port={edge.port}>
              {portName(t, edge.port)}
            </span>
          )}
          {!isReadOnly && (
            <button
              type="button"
              className={classes.add}
              aria-label={t('add.between', { from: edge.from, to: edge.to })}
              title={t('add.title')}
              onClick={() => askForStep(edge)}
            >
              <Icon name="plus" size={13} />
            </button>
          )}
        </div>
      </EdgeLabelRenderer>
    </>
  );
}
