import type { TableDetails } from '@causeway/contract/tables/details.ts';
import type { TableStructure } from '@causeway/contract/tables/structure.ts';
import type { Source } from '../tables-query.ts';
import type { Change } from './changing.ts';
import { ColumnDialog } from './column-dialog.tsx';
import { DropDialog } from './drop-dialog.tsx';
import { IndexDialog } from './index-dialog.tsx';
import { SwitchTriggerDialog, ValidateDialog } from './plain-dialogs.tsx';
import { PolicyDialog } from './policy-dialog.tsx';
import { PrivilegeDialog } from './privilege-dialog.tsx';
import { ReferenceDialog } from './reference-dialog.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { SecurityDialog } from './security-dialog.tsx';
import { TableDialog } from './table-dialog.tsx';
import { TriggerDialog } from './trigger-dialog.tsx';

type StructureChangesProps = {
  source: Source;
  details: TableDetails;
  structure: TableStructure;
  change: Change;
  onClose: () => void;
};

/** The dialog of the change that was begun. */
export default function StructureChanges(props: StructureChangesProps) {
  const { source, details, structure, change, onClose } = props;
  const table = { schema: details.schema, table: details.name };
  const { usedBy } = structure;
  switch (change.kind) {
    case 'table':
      return <TableDialog {...{ source, details, structure, onClose }} />;
    case 'add-column':
      return <ColumnDialog {...{ source, table, usedBy, onClose }} column={undefined} />;
    case 'column':
      return <ColumnDialog {...{ source, table, usedBy, onClose }} column={change.column} />;
    case 'add-index':
      return <IndexDialog {...{ source, details, onClose }} />;
    case 'add-reference':
      return <ReferenceDialog {...{ source, details, onClose }} />;
    case 'add-rule':
      return <RuleDialog {...{ source, details, onClose }} />;
    case 'validate':
      return <ValidateDialog {...{ source, table, onClose }} name={change.name} />;
    case 'add-trigger':
      return <TriggerDialog {...{ source, details, onClose }} />;
    case 'switch-trigger': {
      const { name, isEnabled } = change;
      return <SwitchTriggerDialog {...{ source, table, name, isEnabled, onClose }} />;
    }
    case 'security':
      return <SecurityDialog {...{ source, details, structure, onClose }} />;
    case 'add-policy':
      return <PolicyDialog {...{ source, details, onClose }} policy={undefined} />;
    case 'policy':
      return <PolicyDialog {...{ source, details, onClose }} policy={change.policy} />;
    case 'grant':
      return <PrivilegeDialog {...{ source, details, structure, onClose }} known={undefined} />;
    case 'privileges':
      return <PrivilegeDialog {...{ source, details, structure, onClose }} known={change.role} />;
    default:
      return <DropDialog {...{ source, details, structure, onClose }} drop={change} />;
  }
}
