import { ActionIcon, Button, Checkbox, Textarea, TextInput, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { arrayText, findArrayItems, type ArrayItem } from './array-text.ts';
import type { EditorProps } from './editor-props.ts';
import { textOfValue } from './field-value.ts';
import { fieldProps } from './field-props.ts';
import classes from './value-editor.module.css';

/** More than these are edited faster as text. */
const MOST_ITEMS = 200;

/** A line for each element, or the text of the whole list. */
export function ArrayEditor(props: EditorProps) {
  const { t } = useTranslation('value-editors');
  const { value, onChange, isReadOnly } = props;
  const [isText, setIsText] = useState(false);
  /** The element that was just added, to be typed into. */
  const [added, setAdded] = useState<number>();
  const text = textOfValue(value);
  const isSet = value !== undefined && 'set' in value;
  const items = isSet ? findArrayItems(text) : [];
  const isList = items !== undefined && items.length <= MOST_ITEMS && !isText && !isReadOnly;
  const change = (next: ArrayItem[]) => onChange({ set: arrayText(next) });
  return (
    <>
      {isList ? (
        isSet ? (
          <Items {...props} items={items} added={added} onItems={change} />
        ) : (
          <p className={classes.none}>{props.placeholder}</p>
        )
      ) : (
        <Textarea
          {...fieldProps(props)}
          className={classes.mono}
          autosize
          minRows={1}
          maxRows={10}
          value={text}
          onChange={(event) => onChange({ set: event.currentTarget.value })}
        />
      )}
      {!isReadOnly && (
        <div className={classes.below}>
          {isList && (
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<Icon name="plus" size={13} />}
              data-autofocus={(props.hasFocus && items.length === 0) || undefined}
              onClick={() => {
                setAdded(items.length);
                change([...items, '']);
              }}
            >
              {t('addItem')}
            </Button>
          )}
          {items && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              onClick={() => setIsText(!isText)}
            >
              {t(isText ? 'asParts' : 'asText')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

type ItemsProps = EditorProps & {
  items: ArrayItem[];
  added: number | undefined;
  onItems: (items: ArrayItem[]) => void;
};

function Items({ label, items, added, hasFocus, onItems }: ItemsProps) {
  const { t } = useTranslation('value-editors');
  function move(place: number, step: number) {
    const item = items[place] ?? null;
    onItems(items.toSpliced(place, 1).toSpliced(place + step, 0, item));
  }
  if (items.length === 0) return <p className={classes.none}>{t('noItems')}</p>;
  return (
    <ol className={classes.items}>
      {items.map((item, place) => {
        const number = place + 1;
        return (
          // Elements may repeat, so their place is all there is to tell them apart.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place} className={classes.line}>
            <TextInput
              className={`${classes.grow} ${item === null ? classes.isNull : ''}`}
              size="xs"
              aria-label={t('item', { field: label, number })}
              autoFocus={place === added}
              data-autofocus={(hasFocus && place === 0) || undefined}
              placeholder={item === null ? 'NULL' : ''}
              value={item ?? ''}
              onChange={(event) => onItems(items.with(place, event.currentTarget.value))}
            />
            <Checkbox
              size="xs"
              label="NULL"
              aria-label={t('itemNull', { number })}
              checked={item === null}
              onChange={({ currentTarget }) =>
                onItems(items.with(place, currentTarget.checked ? null : ''))
              }
            />
            <ItemTool
              icon="arrowUp"
              label={t('itemUp', { number })}
              isOff={place === 0}
              onClick={() => move(place, -1)}
            />
            <ItemTool
              icon="arrowDown"
              label={t('itemDown', { number })}
              isOff={place === items.length - 1}
              onClick={() => move(place, 1)}
            />
            <ItemTool
              icon="trash"
              label={t('removeItem', { number })}
              onClick={() => onItems(items.toSpliced(place, 1))}
            />
          </li>
        );
      })}
    </ol>
  );
}

type ItemToolProps = {
  icon: 'arrowUp' | 'arrowDown' | 'trash';
  label: string;
  isOff?: boolean;
  onClick: () => void;
};

function ItemTool({ icon, label, isOff = false, onClick }: ItemToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={24}
        variant="subtle"
        color="gray"
        aria-label={label}
        disabled={isOff}
        onClick={onClick}
      >
        <Icon name={icon} size={13} />
      </ActionIcon>
    </Tooltip>
  );
}
