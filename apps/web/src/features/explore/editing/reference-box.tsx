import type { StagedValue } from '@causeway/contract/edits.ts';
import type { LabelledRow } from '@causeway/contract/table-labels.ts';
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textOfValue } from '#platform/value-editors/field-value.ts';
import { findValueProblem } from '#platform/value-editors/value-problem.ts';
import { ValueProblemLine } from '#platform/value-editors/value-problem-line.tsx';
import type { ShownColumn } from '../table-columns.ts';
import classes from './reference-box.module.css';
import { labelQuery, lookupQuery, type Reference } from './reference-query.ts';

type ReferenceBoxProps = {
  connectorId: string;
  /** Of one column; one of several is typed in by hand. */
  reference: Reference;
  column: ShownColumn;
  value: StagedValue | undefined;
  onChange: (value: StagedValue) => void;
  onChosen?: () => void;
  isReadOnly?: boolean;
  hasFocus?: boolean;
};

const TYPING_MS = 150;

/** A foreign key by what people call the row: "label · id". Typing searches both. */
export function ReferenceBox(props: ReferenceBoxProps) {
  const { connectorId, reference, column, value, onChange, onChosen } = props;
  const { isReadOnly = false, hasFocus = false } = props;
  const { t } = useTranslation('editing');
  const [search, setSearch] = useState<string>();
  const [asked] = useDebouncedValue(search ?? '', TYPING_MS);
  const combobox = useCombobox({ onDropdownClose: () => setSearch(undefined) });
  const [target = ''] = reference.references.columns;
  const text = textOfValue(value);
  const isSet = value !== undefined && 'set' in value;
  const problem = findValueProblem(column, value);
  const canBeKey = isSet && text !== '' && !problem;
  const current = useQuery(
    labelQuery(connectorId, reference, canBeKey ? { [target]: text } : undefined),
  );
  const found = useQuery({
    ...lookupQuery(connectorId, reference, asked),
    enabled: combobox.dropdownOpened,
  });
  const items = found.data?.items;
  // Enter takes the best match.
  const chooseFirst = useEffectEvent(() => {
    if (search) combobox.selectFirstOption();
  });
  useEffect(() => {
    if (items) chooseFirst();
  }, [items]);

  /** Leaving the box with a key in it chooses that row; half a name chooses nothing. */
  function leave() {
    const typed = search?.trim();
    if (items?.some(({ key }) => key[target] === typed)) onChange({ set: typed ?? '' });
    combobox.closeDropdown();
  }

  function choose(key: string) {
    onChange({ set: key });
    setSearch(undefined);
    combobox.closeDropdown();
    onChosen?.();
  }

  return (
    <>
      <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
        <Combobox.Target>
          <TextInput
            aria-label={column.label}
            value={search ?? text}
            placeholder={!isSet && (value || column.isNullable) ? 'NULL' : ''}
            readOnly={isReadOnly}
            autoFocus={hasFocus}
            data-autofocus={hasFocus || undefined}
            spellCheck={false}
            autoComplete="off"
            rightSection={found.isFetching && combobox.dropdownOpened ? <Loader size={14} /> : null}
            onFocus={({ currentTarget }) => {
              currentTarget.select();
              if (!isReadOnly) combobox.openDropdown();
            }}
            onClick={() => !isReadOnly && combobox.openDropdown()}
            onBlur={leave}
            onChange={({ currentTarget }) => {
              setSearch(currentTarget.value);
              combobox.openDropdown();
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options mah={240} className={classes.options}>
            {items?.map((item) => (
              <Choice key={JSON.stringify(item.key)} item={item} target={target} />
            ))}
            {items?.length === 0 && <Combobox.Empty>{t('reference.none')}</Combobox.Empty>}
            {found.data?.more && <div className={classes.more}>{t('reference.more')}</div>}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {problem && <ValueProblemLine problem={problem} />}
      {canBeKey && (
        <p className={classes.label}>
          {current.data
            ? (current.data.label ?? reference.references.table)
            : current.isSuccess && t('reference.missing', { table: reference.references.table })}
        </p>
      )}
    </>
  );
}

function Choice({ item, target }: { item: LabelledRow; target: string }) {
  const key = item.key[target] ?? '';
  return (
    <Combobox.Option value={key} className={classes.option}>
      <span className={classes.name}>{item.label ?? key}</span>
      {item.label !== null && <span className={classes.key}>{key}</span>}
    </Combobox.Option>
  );
}
