import { ActionIcon, Popover, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { ExpressionPreview } from './expression-preview.tsx';
import classes from './fields.module.css';
import { useScope } from './use-scope.ts';
import { useField } from './use-field.ts';
import { ValueTree } from './value-tree.tsx';

type TemplateTextProps = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  text: string;
  rows?: number;
  isReadOnly: boolean;
  isLabelHidden?: boolean;
  onText: (text: string) => void;
};

/** A text with expressions: values are picked from what came before, and what becomes of it shows below. */
export function TemplateText(props: TemplateTextProps) {
  const { label, hint, error, text, rows = 1, isReadOnly, isLabelHidden = false, onText } = props;
  const { t } = useTranslation('editor');
  const scope = useScope();
  const field = useRef<HTMLTextAreaElement>(null);
  const [isPicking, setIsPicking] = useState(false);

  function insert(path: string) {
    const at = field.current?.selectionStart ?? text.length;
    const end = field.current?.selectionEnd ?? at;
    onText(`${text.slice(0, at)}{{ ${path} }}${text.slice(end)}`);
    setIsPicking(false);
    field.current?.focus();
  }

  return (
    <div>
      <Textarea
        ref={field}
        label={isLabelHidden ? undefined : label}
        aria-label={isLabelHidden ? label : undefined}
        description={hint}
        error={error}
        autosize
        minRows={rows}
        maxRows={14}
        readOnly={isReadOnly}
        value={text}
        classNames={{ input: classes.template ?? '' }}
        onChange={({ currentTarget: { value } }) => onText(value)}
        rightSectionPointerEvents="all"
        rightSection={
          !isReadOnly && (
            <Popover opened={isPicking} onChange={setIsPicking} position="bottom-end" width={340}>
              <Popover.Target>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={24}
                  aria-label={t('values.insert', { label })}
                  title={t('values.insert', { label })}
                  onClick={() => setIsPicking(!isPicking)}
                >
                  <Icon name="json" size={15} />
                </ActionIcon>
              </Popover.Target>
              <Popover.Dropdown className={classes.values}>
                <ul className={classes.tree} aria-label={t('values.title')}>
                  {Object.entries(scope).map(([name, value]) => (
                    <ValueTree
                      key={name}
                      name={name}
                      path={name}
                      value={value}
                      isOpen={name === 'steps' || name === 'item'}
                      onPick={insert}
                    />
                  ))}
                </ul>
                <p className={classes.note}>{t('values.note')}</p>
              </Popover.Dropdown>
            </Popover>
          )
        }
      />
      <ExpressionPreview text={text} />
    </div>
  );
}

export function TemplateField(props: { name: string; hint?: string; rows?: number }) {
  const { value, label, error, isReadOnly, change } = useField<string>(props.name);
  const { hint, rows } = props;
  return (
    <TemplateText
      label={label}
      hint={hint}
      error={error}
      text={value ?? ''}
      {...(rows !== undefined && { rows })}
      isReadOnly={isReadOnly}
      onText={change}
    />
  );
}

/** Any value: an expression, a text, or JSON where it begins like that. */
export function ValueField(props: { name: string; hint?: string; rows?: number }) {
  const { value, label, error, isReadOnly, change } = useField<unknown>(props.name);
  return (
    <ValueText
      {...props}
      label={label}
      error={error}
      value={value}
      isReadOnly={isReadOnly}
      onValue={change}
    />
  );
}

type ValueTextProps = Omit<TemplateTextProps, 'text' | 'onText'> & {
  value: unknown;
  onValue: (value: unknown) => void;
};

export function ValueText({ value, onValue, ...rest }: ValueTextProps) {
  const [typed, setTyped] = useState(() => writeValue(value));
  // What was changed elsewhere, by undo for one, replaces what was typed.
  const isSame = JSON.stringify(readValue(typed)) === JSON.stringify(value ?? '');
  return (
    <TemplateText
      {...rest}
      text={isSame ? typed : writeValue(value)}
      onText={(text) => {
        setTyped(text);
        onValue(readValue(text));
      }}
    />
  );
}

function writeValue(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** A text that begins like JSON and is JSON is what it says; `{{` begins an expression. */
export function readValue(text: string): unknown {
  if (!/^\s*(\[|\{(?!\{))/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
