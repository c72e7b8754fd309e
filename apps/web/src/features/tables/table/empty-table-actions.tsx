import { Group } from '@mantine/core';
import { ImportLink } from '#domain/transfers/import-link.tsx';
import { AddRowButton } from '../edits/editing-tools.tsx';
import type { TableName } from '../table-name.ts';

/** What to do about a table without rows. */
export default function EmptyTableActions({ name, onAdd }: { name: TableName; onAdd: () => void }) {
  return (
    <Group gap="xs" justify="center">
      <AddRowButton onAdd={onAdd} />
      <ImportLink into={name} />
    </Group>
  );
}
