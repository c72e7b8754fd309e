import type { ObjectDetails as Details } from '@causeway/contract/storage/objects.ts';
import { ActionIcon, Drawer, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { folderOf } from '#domain/storage/storage-keys.ts';
import { Icon } from '#ui/icon.tsx';
import { fillPage } from '#ui/fill-page.ts';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import type { Bucket } from '../bucket.ts';
import { shownName } from '../keys.ts';
import { ObjectDetails } from '../details/object-details.tsx';
import { VersionsButton } from '../versions/versions-button.tsx';
import classes from './file-frame.module.css';

type FileFrameProps = {
  bucket: Bucket;
  details: Details;
  isDirty: boolean;
  tools: ReactNode;
  /** Why it is as it is, above the file: read-only, another encoding. */
  notice?: ReactNode;
  status?: ReactNode;
  /** Told when an older version was made the current one. */
  onRestored?: () => void;
  children: ReactNode;
};

/** Around every editor: where the file is, its tools, what is known about it. */
export function FileFrame(props: FileFrameProps) {
  const { bucket, details, isDirty, tools, notice, status, onRestored, children } = props;
  const { t } = useTranslation('storage');
  const [isInfoOpen, setIsInfoOpen] = useState(false);
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  const info = <ObjectDetails bucket={bucket} path={details.path} onRestored={onRestored} />;
  return (
    <div className={classes.page} ref={fillPage}>
      <header className={classes.toolbar}>
        <Breadcrumbs
          bucket={bucket}
          folder={folderOf(details.path)}
          name={shownName(details.path)}
        />
        {isDirty && (
          <span className={classes.dirty} title={t('edit.unsaved')} aria-hidden>
            ●
          </span>
        )}
        <div className={classes.tools}>
          {tools}
          <VersionsButton bucket={bucket} path={details.path} onRestored={onRestored} />
          <Tooltip label={t('details.toggle')}>
            <ActionIcon
              size={28}
              aria-label={t('details.toggle')}
              aria-pressed={isInfoOpen}
              variant={isInfoOpen ? 'light' : 'subtle'}
              onClick={() => setIsInfoOpen(!isInfoOpen)}
            >
              <Icon name="paneRight" />
            </ActionIcon>
          </Tooltip>
        </div>
      </header>
      {notice && <output className={classes.notice}>{notice}</output>}
      <div className={classes.body}>
        <div className={classes.file}>{children}</div>
        {isInfoOpen && !isNarrow && (
          <aside className={classes.info} aria-label={t('details.title')}>
            {info}
          </aside>
        )}
      </div>
      {status && (
        <section className={classes.status} aria-label={t('status.label')}>
          {status}
        </section>
      )}
      {isNarrow && (
        <Drawer
          opened={isInfoOpen}
          onClose={() => setIsInfoOpen(false)}
          closeButtonProps={{ 'aria-label': t('close') }}
          position="bottom"
          size="70%"
          title={t('details.title')}
        >
          {info}
        </Drawer>
      )}
    </div>
  );
}
