import { isHiddenTable, listHiddenPatterns } from '@causeway/contract/hidden-tables.ts';
import { Button, Pill, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './hidden-patterns.module.css';

type HiddenPatternsProps = {
  hidden: string[];
  tables: string[];
  onChange: (hidden: string[]) => void;
};

export function HiddenPatterns({ hidden, tables, onChange }: HiddenPatternsProps) {
  const { t } = useTranslation('connectors');
  const [text, setText] = useState('');
  const pattern = text.trim();
  const matching = tables.filter((table) => isHiddenTable(table, [pattern])).length;
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
      <TextInput
        label={t('patterns.label')}
        description={
          pattern === '' ? t('patterns.line') : t('patterns.matching', { count: matching })
        }
        inputWrapperOrder={['label', 'input', 'description']}
        placeholder="tmp_*"
        maxLength={300}
        autoComplete="off"
        spellCheck={false}
        inputContainer={(input) => (
          <div className={classes.line}>
            <div className={classes.text}>{input}</div>
            <Button type="submit" variant="default" disabled={pattern === ''}>
              {t('patterns.hide')}
            </Button>
          </div>
        )}
        classNames={{ input: classes.input }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
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
