import { useTranslation } from 'react-i18next';
import { useField } from '../fields/use-field.ts';
import classes from './forms.module.css';

/** Where every file starts a workflow, one that it writes there does too: nothing else ends that. */
export function OwnFiles() {
  const { t } = useTranslation('editor');
  const prefix = useField<string>('prefix').value;
  const pattern = useField<string>('pattern').value;
  if (prefix !== '' || pattern !== '') return null;
  return <p className={classes.hint}>{t('hint.ownFiles')}</p>;
}
