import { LARGEST_TEXT, type LeftOutReason } from '@causeway/contract/storage/replace.ts';
import { formatBytes } from '@causeway/contract/bytes.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './files.module.css';

type LeftOutProps = { files: { path: string; reason: LeftOutReason }[]; count: number };

/** Files that could not be looked into, and why: nobody should think that nothing is in them. */
export function LeftOut({ files, count }: LeftOutProps) {
  const { t, i18n } = useTranslation('replace');
  const { number } = useFormats();
  if (count === 0) return null;
  const largest = formatBytes(LARGEST_TEXT, i18n.language);
  return (
    <details className={classes.leftOut}>
      <summary>{t('files.leftOut', { count, number: number(count) })}</summary>
      <ul>
        {files.map(({ path, reason }) => (
          <li key={path}>
            <span className={classes.leftPath}>{path}</span>{' '}
            {t(`files.reason.${reason}`, { largest })}
          </li>
        ))}
        {count > files.length && (
          <li>
            {t('files.others', {
              count: count - files.length,
              number: number(count - files.length),
            })}
          </li>
        )}
      </ul>
    </details>
  );
}
