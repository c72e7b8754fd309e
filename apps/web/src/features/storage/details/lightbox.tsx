import { tableFormatOf } from '@causeway/contract/sql/files.ts';
import { isFolder } from '@causeway/contract/file-types.ts';
import { formatBytes } from '@causeway/contract/bytes.ts';
import { ActionIcon, Button, Modal, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isErrorBody } from '#platform/api/client.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import type { Bucket } from '../bucket.ts';
import { shownName } from '../keys.ts';
import classes from './lightbox.module.css';
import { canEdit } from '../object-actions.ts';
import { ObjectDetails } from './object-details.tsx';
import type { FileCommand } from '../objects/object-menu.tsx';
import { Preview } from '../previews/preview.tsx';
import { detailsQuery, type ObjectItem } from '../storage-query.ts';
import { useEditHref, useQueryHref, useExploreHref } from '../use-folder-view.ts';
import { DeletedVersions } from '../versions/deleted-versions.tsx';

type LightboxProps = {
  bucket: Bucket;
  path: string;
  /** What stands around it in its folder; not loaded yet, or not this far, when it is not in there. */
  items: ObjectItem[];
  onPath: (path: string) => void;
  onCommand: (command: FileCommand, path: string) => void;
  onClose: () => void;
};

/** One object, large. A link to an object opens it, and going back closes it. */
export function Lightbox({ bucket, path, items, onPath, onCommand, onClose }: LightboxProps) {
  const { t } = useTranslation('storage');
  const [isInfoOpen, setIsInfoOpen] = useState(false);
  const objects = items.filter((item) => !isFolder(item.path));
  const place = objects.findIndex((item) => item.path === path);
  const listed = objects[place];
  const details = useQuery({ ...detailsQuery(bucket, path), enabled: !listed });
  const item = listed ?? details.data;
  const before = place > 0 ? objects[place - 1] : undefined;
  const after = place >= 0 ? objects[place + 1] : undefined;

  const keys: Record<string, (() => void) | undefined> = {
    ArrowLeft: before && (() => onPath(before.path)),
    ArrowRight: after && (() => onPath(after.path)),
    ' ': () => togglePlaying() || (after && onPath(after.path)),
    i: () => setIsInfoOpen(!isInfoOpen),
    d: item && (() => onCommand('download', path)),
    Delete: bucket.canWrite && item ? () => onCommand('remove', path) : undefined,
  };

  function handleKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || ownsKeys(event)) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  return (
    <Modal.Root opened onClose={onClose} fullScreen transitionProps={{ duration: 120 }}>
      <Modal.Overlay />
      <Modal.Content className={classes.content} radius={0} aria-label={shownName(path)}>
        {/* The keys only shorten the way to the buttons. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div className={classes.frame} data-autofocus tabIndex={-1} onKeyDown={handleKey}>
          <Header
            item={item}
            path={path}
            position={place >= 0 ? { place: place + 1, count: objects.length } : undefined}
            canWrite={bucket.canWrite}
            isInfoOpen={isInfoOpen}
            onBefore={keys['ArrowLeft']}
            onAfter={keys['ArrowRight']}
            onInfo={keys['i']}
            onCommand={(command) => onCommand(command, path)}
            onClose={onClose}
          />
          <div className={classes.body}>
            <div className={classes.stage}>
              {item && <Preview key={item.path} bucket={bucket} item={item} />}
              {!item && details.isError && (
                <NotThere
                  bucket={bucket}
                  path={path}
                  error={details.error}
                  onRetry={() => void details.refetch()}
                  onRestored={() => void details.refetch()}
                />
              )}
            </div>
            {isInfoOpen && item && (
              <aside className={classes.info} aria-label={t('details.title')}>
                <ObjectDetails key={path} bucket={bucket} path={path} />
              </aside>
            )}
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

type HeaderProps = {
  item: ObjectItem | undefined;
  path: string;
  position: { place: number; count: number } | undefined;
  canWrite: boolean;
  isInfoOpen: boolean;
  /** Undefined at the ends. */
  onBefore: (() => void) | undefined;
  onAfter: (() => void) | undefined;
  onInfo: (() => void) | undefined;
  onCommand: (command: FileCommand) => void;
  onClose: () => void;
};

function Header(props: HeaderProps) {
  const { item, path, position, canWrite, isInfoOpen, onInfo, onCommand, onClose } = props;
  const { onBefore, onAfter } = props;
  const { t, i18n } = useTranslation('storage');
  const { dateTime, number } = useFormats();
  const editHref = useEditHref();
  const queryHref = useQueryHref();
  const facts = [
    item && formatBytes(item.byte_size, i18n.language),
    item?.updated_at && dateTime(item.updated_at),
    position &&
      t('lightbox.position', { place: number(position.place), count: number(position.count) }),
  ];
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <h2 className={classes.title} title={path}>
          {shownName(path)}
        </h2>
        <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
      </div>
      {position && position.count > 1 && (
        <div className={classes.steps}>
          <Tool icon="chevronLeft" label={t('lightbox.previous')} onClick={onBefore} />
          <Tool icon="chevronRight" label={t('lightbox.next')} onClick={onAfter} />
        </div>
      )}
      {item && canEdit(path) && (
        <Tooltip label={t('action.edit')}>
          <ActionIcon component={AppLink} href={editHref(path)} aria-label={t('action.edit')}>
            <Icon name="edit" />
          </ActionIcon>
        </Tooltip>
      )}
      {item && tableFormatOf(path) && (
        <Tooltip label={t('action.query')}>
          <ActionIcon component={AppLink} href={queryHref(path)} aria-label={t('action.query')}>
            <Icon name="code" />
          </ActionIcon>
        </Tooltip>
      )}
      <Tool icon="link" label={t('action.link')} onClick={item && (() => onCommand('link'))} />
      <Tool
        icon="download"
        label={t('action.download')}
        keyHint="D"
        onClick={item && (() => onCommand('download'))}
      />
      <Tool
        icon="info"
        label={t('details.title')}
        keyHint="I"
        isPressed={isInfoOpen}
        onClick={item && onInfo}
      />
      {canWrite && (
        <Tool
          icon="trash"
          label={t('action.remove')}
          onClick={item && (() => onCommand('remove'))}
        />
      )}
      <Tool icon="close" label={t('lightbox.close')} keyHint="Esc" onClick={onClose} />
    </header>
  );
}

type ToolProps = {
  icon: IconName;
  label: string;
  keyHint?: string;
  isPressed?: boolean;
  onClick: (() => void) | undefined;
};

function Tool({ icon, label, keyHint, isPressed, onClick }: ToolProps) {
  return (
    <Tooltip label={keyHint ? `${label} (${keyHint})` : label}>
      <ActionIcon
        aria-label={label}
        aria-pressed={isPressed}
        variant={isPressed ? 'light' : 'subtle'}
        disabled={!onClick}
        onClick={onClick}
      >
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
}

type NotThereProps = {
  bucket: Bucket;
  path: string;
  error: unknown;
  onRetry: () => void;
  onRestored: () => void;
};

/** An address typed by hand may leave out the slash of a folder; another names what was deleted. */
function NotThere({ bucket, path, error, onRetry, onRestored }: NotThereProps) {
  const { t } = useTranslation('storage');
  const exploreHref = useExploreHref();
  const isMissing = isErrorBody(error) && error.code === 'E_OBJECT_NOT_FOUND';
  return (
    <div className={classes.message}>
      <ErrorState
        error={error}
        title={t('lightbox.failed')}
        {...(isMissing ? { next: t('lightbox.missing') } : { onRetry })}
        actions={
          isMissing && (
            <Button component={AppLink} href={exploreHref(`${path}/`)} variant="default">
              {t('lightbox.asFolder')}
            </Button>
          )
        }
      />
      {isMissing && <DeletedVersions bucket={bucket} path={path} onRestored={onRestored} />}
    </div>
  );
}

function ownsKeys({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input, textarea, select, video, audio, [role=menu] *')
  );
}

/** Whether there is something to play, which then plays or pauses. */
function togglePlaying(): boolean {
  const media = document.querySelector<HTMLMediaElement>('[role=dialog] :is(video, audio)');
  if (!media) return false;
  if (media.paused) media.play().catch(() => undefined);
  else media.pause();
  return true;
}
