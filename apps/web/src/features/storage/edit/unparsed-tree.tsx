import { parseJsonText } from '@causeway/contract/json-text.ts';
import { useTranslation } from 'react-i18next';
import { parseNodes } from './json-nodes.ts';
import JsonTree from './json-tree.tsx';
import classes from './text-editor.module.css';

/**
 * RULE-1: what does not parse is shown as an empty object, with the way back to its text. Nobody can
 * change it here: saving it would overwrite the file with nothing.
 */
export default function UnparsedTree({ text }: { text: string }) {
  const { t } = useTranslation('storage');
  const shown = JSON.stringify(parseJsonText(text));
  return (
    <div>
      <p className={classes.hint}>{t('json.invalid')}</p>
      <JsonTree text={shown} root={parseNodes(shown)} isReadOnly onText={() => undefined} />
    </div>
  );
}
