import { formatBytes } from '@causeway/contract/bytes.ts';
import type { ObjectVersion } from '@causeway/contract/storage/objects.ts';
import { hasThumbnail, thumbnailUrl } from '@causeway/contract/storage/view.ts';
import { useTranslation } from 'react-i18next';
import { shownName } from '../keys.ts';
import type { VersionViewProps } from './version-view.tsx';
import classes from './version-view.module.css';

/** A picture beside the one people see now; the current one beside what it replaced. */
export function PictureVersion({ path, version, current, before }: VersionViewProps) {
  const { t } = useTranslation('storage');
  const other = version.isLatest ? before : current;
  const otherLabel = version.isLatest ? t('versions.pictureBefore') : t('versions.pictureNow');
  return (
    <div className={classes.pictures}>
      <Picture name={shownName(path)} version={version} label={t('versions.picture')} />
      {other && <Picture name={shownName(path)} version={other} label={otherLabel} />}
    </div>
  );
}

type PictureProps = { name: string; version: ObjectVersion; label: string };

function Picture({ name, version, label }: PictureProps) {
  const { i18n } = useTranslation('storage');
  if (version.url === null) return null;
  const shown = hasThumbnail(name) ? thumbnailUrl(version.url, 1600) : version.url;
  return (
    <figure className={classes.picture}>
      <figcaption>
        {label} · {formatBytes(version.byte_size, i18n.language)}
      </figcaption>
      <div>
        <img src={shown} alt={`${label}: ${name}`} />
      </div>
    </figure>
  );
}
