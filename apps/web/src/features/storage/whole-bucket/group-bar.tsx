import { formatBytes } from '@causeway/contract/bytes.ts';
import { useTranslation } from 'react-i18next';
import classes from './group-bar.module.css';
import type { FileGroup } from './index-query.ts';

type GroupBarProps = { groups: { group: FileGroup; byte_size: number; object_count: number }[] };

/** How the room is shared by kinds of files. */
export function GroupBar({ groups }: GroupBarProps) {
  const { t, i18n } = useTranslation('storage');
  const filled = groups.filter(({ byte_size }) => byte_size > 0);
  return (
    <div className={classes.groups}>
      <div className={classes.bar} aria-hidden>
        {filled.map(({ group, byte_size }) => (
          <span key={group} data-group={group} style={{ flexGrow: byte_size }} />
        ))}
      </div>
      <ul className={classes.legend}>
        {filled.map(({ group, byte_size }) => (
          <li key={group}>
            <span className={classes.mark} data-group={group} />
            {t(`group.${group}`)} <span>{formatBytes(byte_size, i18n.language)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
