import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { CodeText } from './code-text.tsx';
import type { EditorProps } from './editor-props.ts';
import { textOfValue } from './field-value.ts';
import { findValueProblem } from './value-problem.ts';
import { prettyJson } from './pretty-json.ts';
import { useJsonLayout } from './use-json-layout.ts';
import classes from './value-editor.module.css';

/** JSON stays the text it is: numbers keep their digits, and nothing is ordered or rounded. */
export function JsonEditor(props: EditorProps) {
  const { t } = useTranslation('value-editors');
  const { column, value, isReadOnly } = props;
  const { shown, edit } = useJsonLayout(props);
  const isSet = value !== undefined && 'set' in value;
  const isValid = isSet && findValueProblem(column, value) === undefined;
  const pretty = isValid ? prettyJson(textOfValue(shown)) : '';
  return (
    <>
      <CodeText {...props} value={shown} onChange={edit} language="json" />
      {isValid && (
        <div className={classes.below}>
          <Icon name="check" size={13} /> {t('valid')}
          {!isReadOnly && pretty !== textOfValue(shown) && (
            <Button
              className={classes.end}
              size="compact-xs"
              variant="default"
              onClick={() => edit({ set: pretty })}
            >
              {t('format')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
