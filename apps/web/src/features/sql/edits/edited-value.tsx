import type { StagedValue } from '@causeway/contract/edits.ts';
import { CellView } from '../results/cell-view.tsx';

type EditedValueProps = {
  /** Text as it was read, null for NULL; or a value that is staged. */
  value: string | null | StagedValue | undefined;
  type?: string;
};

/** A value in one line: as it is, or as it is to become. */
export function EditedValue({ value, type = 'text' }: EditedValueProps) {
  if (value === undefined) return null;
  if (value === null || typeof value === 'string') return <CellView cell={value} type={type} />;
  if ('default' in value) return <em>DEFAULT</em>;
  return <CellView cell={'set' in value ? value.set : null} type={type} />;
}
