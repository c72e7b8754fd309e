import { hiddenTest, listHiddenPatterns } from '@causeway/contract/tables/hidden-tables.ts';
import { Button, Pill, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './hidden-patterns.module.css';

type HiddenPatternsProps = {
  hidden: string[];
  tables: string[];
  onChange: (hidden: string[]) => void;
};

export function HiddenPatterns({ hidden, tables, onChange }: HiddenPatternsProps) {
  const { t } = useTranslation('connectors');
  const hintId = useId();
  const [text, setText] = useState('');
  const pattern = text.trim();
  const matching = tables.filter(hiddenTest([pattern])).length;
  const patterns = listHiddenPatterns(hidden);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (pattern === '' || hidden.includes(pattern)) return;
        onChange([...hidden, pattern]);
        setText('');
      }}
    >
      <div className={classes.line}>
        <TextInput
          label={t('patterns.label')}
          placeholder="tmp_*"
          maxLength={300}
          autoComplete="off"
          spellCheck={false}
          className={classes.text}
          classNames={{ input: classes.input }}
          aria-describedby={hintId}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={pattern === ''}>
          {t('patterns.hide')}
        </Button>
      </div>
      <p id={hintId} className={classes.hint}>
        {pattern === '' ? t('patterns.line') : t('patterns.matching', { count: matching })}
      </p>
      {patterns.length > 0 && (
        <ul className={classes.patterns} aria-label={t('patterns.list')}>
          {patterns.map((one) => (
            <li key={one}>
              <Pill
                withRemoveButton
                classNames={{ label: classes.pattern }}
                removeButtonProps={{
                  'aria-label': t('patterns.remove', { pattern: one }),
                  'aria-hidden': false,
                  tabIndex: 0,
                }}
                onRemove={() => onChange(hidden.filter((entry) => entry !== one))}
              >
                {one}
              </Pill>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
