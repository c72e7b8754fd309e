import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { CodeText } from './code-text.tsx';
import type { EditorProps } from './editor-props.ts';
import { textOfValue } from './field-value.ts';
import { findValueProblem } from './value-problem.ts';
import { prettyJson } from './pretty-json.ts';
import classes from './value-editor.module.css';

/** JSON stays the text it is: numbers keep their digits, and nothing is ordered or rounded. */
export function JsonEditor(props: EditorProps) {
  const { t } = useTranslation('value-editors');
  const { column, value, onChange, isReadOnly } = props;
  const text = textOfValue(value);
  const isSet = value !== undefined && 'set' in value;
  const isValid = isSet && findValueProblem(column, value) === undefined;
  return (
    <>
      <CodeText {...props} language="json" />
      {isValid && (
        <div className={classes.below}>
          <Icon name="check" size={13} /> {t('valid')}
          {!isReadOnly && (
            <Button
              className={classes.end}
              size="compact-xs"
              variant="default"
              onClick={() => onChange({ set: prettyJson(text) })}
            >
              {t('format')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
