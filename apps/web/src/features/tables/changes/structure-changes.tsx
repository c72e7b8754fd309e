import type { TableDetails } from '@causeway/contract/tables/details.ts';
import type { Source } from '../tables-query.ts';
import type { Change } from './changing.ts';
import { ColumnDialog } from './column-dialog.tsx';
import { DropDialog } from './drop-dialog.tsx';
import { IndexDialog } from './index-dialog.tsx';
import { ReferenceDialog } from './reference-dialog.tsx';
import { TableDialog } from './table-dialog.tsx';

type StructureChangesProps = {
  source: Source;
  details: TableDetails;
  change: Change;
  onClose: () => void;
};

/** The dialog of the change that was begun. */
export default function StructureChanges(props: StructureChangesProps) {
  const { source, details, change, onClose } = props;
  const table = { schema: details.schema, table: details.name };
  switch (change.kind) {
    case 'table':
      return <TableDialog {...{ source, details, onClose }} />;
    case 'add-column':
      return <ColumnDialog {...{ source, table, onClose }} column={undefined} />;
    case 'column':
      return <ColumnDialog {...{ source, table, onClose }} column={change.column} />;
    case 'add-index':
      return <IndexDialog {...{ source, details, onClose }} />;
    case 'add-reference':
      return <ReferenceDialog {...{ source, details, onClose }} />;
    default:
      return <DropDialog {...{ source, details, onClose }} drop={change} />;
  }
}
