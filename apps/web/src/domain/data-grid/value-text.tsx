import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import { CellView } from './cell-view.tsx';
import classes from './value-text.module.css';

type ValueTextProps = {
  /** Text as it was read, null for NULL; or a value that is staged. */
  value: string | null | StagedValue | undefined;
};

/** A value in one line where its column does not matter. */
export function ValueText({ value }: ValueTextProps) {
  if (value === undefined) return null;
  if (value === null || typeof value === 'string') return <CellView cell={value} column={plain} />;
  if ('set' in value) return <CellView cell={value.set} column={plain} />;
  if ('null' in value) return <CellView cell={null} column={plain} />;
  return <span className={classes.default}>DEFAULT</span>;
}

const plain = { baseType: 'text', category: 'S' };
