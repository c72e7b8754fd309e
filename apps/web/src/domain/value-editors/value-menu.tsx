import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { editorKindOf, type EditedColumn } from './editor-kind.ts';
import { DEFAULT_VALUE, NULL_VALUE, type FieldValue } from './field-value.ts';

type ValueMenuProps = {
  column: EditedColumn;
  label: string;
  onChange: (value: FieldValue) => void;
  /** Takes the change back; absent while there is none. */
  onRevert?: (() => void) | undefined;
};

/** NULL, an empty text and the default are three different things, each one click away. */
export function ValueMenu({ column, label, onChange, onRevert }: ValueMenuProps) {
  const { t } = useTranslation('value-editors');
  const name = t('menu', { field: label });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Tooltip label={name}>
          <ActionIcon size={24} variant="subtle" color="gray" aria-label={name}>
            <Icon name="more" size={14} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          disabled={!column.isNullable}
          title={column.isNullable ? undefined : t('notNullable')}
          onClick={() => onChange(NULL_VALUE)}
        >
          {t('setNull')}
        </Menu.Item>
        {editorKindOf(column) === 'text' && (
          <Menu.Item onClick={() => onChange({ set: '' })}>{t('setEmpty')}</Menu.Item>
        )}
        {column.defaultValue !== null && (
          <Menu.Item onClick={() => onChange(DEFAULT_VALUE)}>
            {t('setDefault', { value: column.defaultValue })}
          </Menu.Item>
        )}
        {onRevert && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<Icon name="undo" size={14} />} onClick={onRevert}>
              {t('revert')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
