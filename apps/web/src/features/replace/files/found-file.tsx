import { formatBytes } from '@causeway/contract/bytes.ts';
import { keyToAddress } from '@causeway/contract/storage/object-path.ts';
import type { FoundFile } from '@causeway/contract/storage/replace.ts';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { MarkedText } from '../marked-text.tsx';
import classes from '../match-row.module.css';

type FoundFileProps = {
  file: FoundFile;
  isTaken: boolean;
  mayChoose: boolean;
  onTake: (isTaken: boolean) => void;
};

/** A file with the first lines that change; unticked it stays as it is. */
export function FoundFileRow({ file, isTaken, mayChoose, onTake }: FoundFileProps) {
  const { t, i18n } = useTranslation('replace');
  const { number } = useFormats();
  const scopedHref = useScopedHref();
  const { path, lines, matches, byteSize, conflict } = file;
  const told = lines.reduce(
    (sum, { marks }) => sum + marks.filter(({ kind }) => kind === 'removed').length,
    0,
  );
  return (
    <li className={classes.row} data-left={!isTaken || undefined}>
      <Checkbox
        size="xs"
        checked={isTaken}
        disabled={!mayChoose || conflict !== null}
        aria-label={t('matches.take', { row: path })}
        onChange={({ currentTarget: { checked } }) => onTake(checked)}
      />
      <div className={classes.body}>
        <p className={classes.name}>
          <AppLink className={classes.path} href={scopedHref(`/edit/${keyToAddress(path)}`)}>
            {path}
          </AppLink>
          <span className={classes.key}>
            {[
              t('count.matches', { count: matches, number: number(matches) }),
              formatBytes(byteSize, i18n.language),
            ].join(' · ')}
          </span>
          {conflict && (
            <span className={classes.conflict}>
              <Icon name="warning" size={13} /> {t(`files.conflict.${conflict}`)}
            </span>
          )}
        </p>
        {lines.map((line) => (
          <div key={line.number} className={classes.line}>
            <span className={classes.lineNumber}>{number(line.number)}</span>
            <MarkedText marks={line.marks} />
          </div>
        ))}
        {matches > told && (
          <p className={classes.rest}>
            {t('files.rest', { count: matches - told, number: number(matches - told) })}
          </p>
        )}
      </div>
    </li>
  );
}
