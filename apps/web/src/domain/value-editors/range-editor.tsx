import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditorProps } from './editor-props.ts';
import { textOfValue } from './field-value.ts';
import { findRangeParts, rangeText, type RangeParts } from './range-text.ts';
import { TextOfValue } from './text-of-value.tsx';
import classes from './value-editor.module.css';

const unbounded: RangeParts = {
  isEmpty: false,
  lower: undefined,
  upper: undefined,
  hasLower: true,
  hasUpper: false,
};

/** Beginning and end with what belongs to them, or the text of it. */
export function RangeEditor(props: EditorProps) {
  const { t } = useTranslation('value-editors');
  const { label, value, onChange, isReadOnly } = props;
  const [isText, setIsText] = useState(false);
  const isSet = value !== undefined && 'set' in value;
  const text = textOfValue(value);
  const parts = isSet && text !== '' ? findRangeParts(text) : unbounded;
  if (!parts || isText || isReadOnly) {
    return (
      <>
        <TextOfValue {...props} />
        {parts && !isReadOnly && (
          <div className={classes.below}>
            <ModeButton label={t('asParts')} onClick={() => setIsText(false)} />
          </div>
        )}
      </>
    );
  }
  const change = (next: Partial<RangeParts>) => onChange({ set: rangeText({ ...parts, ...next }) });
  const bound = (typed: string) => (typed === '' ? undefined : typed);
  return (
    <>
      <div className={classes.line}>
        <TextInput
          className={`${classes.grow} ${classes.number}`}
          aria-label={t('lower', { field: label })}
          autoFocus={props.hasFocus}
          data-autofocus={props.hasFocus || undefined}
          placeholder={isSet ? t('unbounded') : props.placeholder}
          disabled={parts.isEmpty}
          value={parts.lower ?? ''}
          onChange={(event) => change({ lower: bound(event.currentTarget.value) })}
        />
        <span aria-hidden>–</span>
        <TextInput
          className={`${classes.grow} ${classes.number}`}
          aria-label={t('upper', { field: label })}
          placeholder={isSet ? t('unbounded') : props.placeholder}
          disabled={parts.isEmpty}
          value={parts.upper ?? ''}
          onChange={(event) => change({ upper: bound(event.currentTarget.value) })}
        />
      </div>
      <div className={classes.below}>
        <Checkbox
          size="xs"
          label={t('lowerIncluded')}
          disabled={parts.isEmpty || parts.lower === undefined}
          checked={parts.hasLower && parts.lower !== undefined}
          onChange={({ currentTarget }) => change({ hasLower: currentTarget.checked })}
        />
        <Checkbox
          size="xs"
          label={t('upperIncluded')}
          disabled={parts.isEmpty || parts.upper === undefined}
          checked={parts.hasUpper && parts.upper !== undefined}
          onChange={({ currentTarget }) => change({ hasUpper: currentTarget.checked })}
        />
        <Checkbox
          size="xs"
          label={t('emptyRange')}
          checked={parts.isEmpty}
          onChange={({ currentTarget }) => change({ isEmpty: currentTarget.checked })}
        />
        <ModeButton label={t('asText')} onClick={() => setIsText(true)} />
      </div>
    </>
  );
}

function ModeButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="compact-xs" variant="subtle" color="gray" onClick={onClick}>
      {label}
    </Button>
  );
}
