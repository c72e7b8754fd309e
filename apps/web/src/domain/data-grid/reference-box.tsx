import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import type { LabelledRow, ReferencedKey } from '@causeway/contract/tables/labels.ts';
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { textOfValue } from '#domain/value-editors/field-value.ts';
import { findValueProblem } from '#domain/value-editors/value-problem.ts';
import { ValueProblemLine } from '#domain/value-editors/value-problem-line.tsx';
import type { Reference } from './data-column.ts';
import type { ColumnEditorProps } from './column-editor-props.ts';
import classes from './reference-box.module.css';
import { labelQuery, lookupQuery } from './reference-query.ts';
import type { CellEdit } from '#domain/row-drafts/stage.ts';

type ReferenceBoxProps = ColumnEditorProps & { reference: Reference };

/** What was typed and is no key, over the value it was typed for. */
type Unmet = { typed: string; over: string };

const TYPING_MS = 150;

/**
 * A foreign key by what people call the row: "label · id". Typing searches both. Of a key of several
 * columns the box has one, and choosing a row sets all of them.
 */
export function ReferenceBox(props: ReferenceBoxProps) {
  const { connectorId, reference, column, valueOf, onChange, onChosen } = props;
  const { isReadOnly = false, hasFocus = false } = props;
  const { t } = useTranslation('data-grid');
  const [search, setSearch] = useState<string>();
  const [unmet, setUnmet] = useState<Unmet>();
  const [isEntered, setIsEntered] = useState(false);
  const [asked] = useDebouncedValue(search ?? '', TYPING_MS);
  const combobox = useCombobox({
    onDropdownClose: () => {
      setSearch(undefined);
      setIsEntered(false);
    },
  });
  const value = valueOf(column.name);
  const place = reference.columns.indexOf(column.name);
  const target = reference.references.columns[place] ?? '';
  const text = textOfValue(value);
  const isSet = value !== undefined && 'set' in value;
  const problem = findValueProblem(column, value);
  const parts = partsOf(reference, valueOf);
  const isWhole = Object.keys(parts).length === reference.columns.length;
  const key = isWhole && !problem ? parts : undefined;
  const left = unmet?.over === text ? unmet.typed : undefined;
  const current = useQuery(labelQuery(connectorId, reference, key));
  const found = useQuery({
    ...lookupQuery(connectorId, reference, { search: asked, near: without(parts, target) }),
    enabled: combobox.dropdownOpened,
  });
  const items = found.data?.items;
  // What was listed for an earlier search says nothing about what is typed now.
  const isAsked = asked === (search ?? '');
  const isAnswered = isAsked && found.isSuccess && !found.isPlaceholderData;
  // Enter takes the best match, also where it was pressed before there was one.
  const takeFirst = useEffectEvent(() => {
    const best = items?.[0];
    if (!search || !best) return;
    if (isEntered) choose(best.key);
    else combobox.selectFirstOption();
  });
  useEffect(() => {
    if (isAnswered) takeFirst();
  }, [isAnswered, items]);

  /**
   * Leaving the box with a key in it chooses that row. Before the answer nobody knows the row, and what
   * can be a key is taken as it was typed, also where it turned out that there is none. Half a name
   * chooses nothing: it stays, and a sentence says so.
   */
  function leave() {
    const typed = search?.trim() ?? '';
    const asTyped = { set: typed };
    const fitting = items?.filter((item) => item.key[target] === typed) ?? [];
    const [only, another] = isAnswered ? fitting : [];
    // Any text may be a key of text, so one that found others is the beginning of their names.
    const isHalf = column.category === 'S' && isAnswered && items?.length !== 0;
    const isKey = typed !== '' && !findValueProblem(column, asTyped) && !isHalf;
    // Of several rows with the same part of a key nobody said which one it is.
    const isTaken = another ? true : !only && isKey;
    if (isTaken) onChange([{ column: column.name, value: asTyped }]);
    else if (only) onChange(editsOf(reference, only.key));
    else if (typed !== '') setUnmet({ typed, over: text });
    combobox.closeDropdown();
  }

  function choose(chosen: ReferencedKey) {
    setUnmet(undefined);
    onChange(editsOf(reference, chosen));
    combobox.closeDropdown();
    onChosen?.();
  }

  /** The grid would close the cell, and a form save, without what is still looked for. */
  function waitForAnswer(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !search || isAnswered) return;
    if (isAsked && found.isError) return leave();
    event.preventDefault();
    event.stopPropagation();
    setIsEntered(true);
  }

  return (
    <>
      <Combobox
        store={combobox}
        onOptionSubmit={(key) => choose(JSON.parse(key) as ReferencedKey)}
        withinPortal
      >
        <Combobox.Target>
          <TextInput
            aria-label={column.label}
            value={search ?? left ?? text}
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
            onKeyDown={waitForAnswer}
            onChange={({ currentTarget }) => {
              combobox.resetSelectedOption();
              setIsEntered(false);
              setUnmet(undefined);
              setSearch(currentTarget.value);
              combobox.openDropdown();
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options mah={240} className={classes.options}>
            {items?.map((item) => (
              <Choice
                key={JSON.stringify(item.key)}
                item={item}
                columns={reference.references.columns}
              />
            ))}
            {items?.length === 0 && <Combobox.Empty>{t('reference.none')}</Combobox.Empty>}
            {found.data?.more && <div className={classes.more}>{t('reference.more')}</div>}
          </Combobox.Options>
          {reference.columns.length > 1 && (
            <Combobox.Footer className={classes.more}>
              {t('reference.together', { columns: reference.columns.join(', ') })}
            </Combobox.Footer>
          )}
        </Combobox.Dropdown>
      </Combobox>
      {left && (
        <p className={classes.unmet} role="alert">
          {t('reference.unmet', { typed: left, table: reference.references.table })}
        </p>
      )}
      {problem && <ValueProblemLine problem={problem} />}
      {key && !left && (
        <p className={classes.label}>
          {current.data
            ? (current.data.label ?? reference.references.table)
            : current.isSuccess && t('reference.missing', { table: reference.references.table })}
        </p>
      )}
    </>
  );
}

/** Those values of the referenced key that are known. */
function partsOf(
  { columns, references }: Reference,
  valueOf: (column: string) => StagedValue | undefined,
): ReferencedKey {
  const parts = columns.flatMap((name, place): [string, string][] => {
    const value = valueOf(name);
    const isKnown = value && 'set' in value && value.set !== '';
    return isKnown ? [[references.columns[place] ?? '', value.set]] : [];
  });
  return Object.fromEntries(parts);
}

function without(key: ReferencedKey, column: string): ReferencedKey {
  return Object.fromEntries(Object.entries(key).filter(([name]) => name !== column));
}

function editsOf({ columns, references }: Reference, key: ReferencedKey): CellEdit[] {
  return columns.map((name, place) => ({
    column: name,
    value: { set: key[references.columns[place] ?? ''] ?? '' },
  }));
}

function Choice({ item, columns }: { item: LabelledRow; columns: string[] }) {
  const key = columns.map((name) => item.key[name] ?? '').join(' · ');
  return (
    <Combobox.Option value={JSON.stringify(item.key)} className={classes.option}>
      <span className={classes.name}>{item.label ?? key}</span>
      {item.label !== null && <span className={classes.key}>{key}</span>}
    </Combobox.Option>
  );
}
