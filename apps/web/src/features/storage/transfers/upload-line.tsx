import { formatBytes } from '@causeway/contract/bytes.ts';
import { ActionIcon, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { findPace, type Pace } from '#domain/transfers/pace.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { shownName } from '../keys.ts';
import { fileIcon } from '#domain/storage/file-icon.ts';
import classes from './tray.module.css';
import { cancelUpload, pauseUpload, resumeUpload, type Upload } from './upload-queue.ts';

export function UploadLine({ upload }: { upload: Upload }) {
  const { t, i18n } = useTranslation('storage');
  const { percent, duration } = useFormats();
  const { id, key, file, sent, state, error } = upload;
  const name = shownName(key);
  const share = file.size === 0 ? 0 : Math.min(1, sent / file.size);
  const progress = state === 'sending' ? percent(share) : t(`upload.${state}`);
  const pace = paceOf(upload);
  const facts = [
    progress,
    formatBytes(file.size, i18n.language),
    pace && t('upload.perSecond', { size: formatBytes(pace.perSecond, i18n.language) }),
    pace?.secondsLeft && t('upload.left', { duration: duration(pace.secondsLeft) }),
  ];
  return (
    <li className={classes.line} data-state={state}>
      <Icon name={state === 'done' ? 'success' : fileIcon(name)} />
      <div className={classes.what}>
        <span className={classes.name} title={key}>
          {name}
        </span>
        <span className={classes.facts}>
          {state === 'failed' ? errorText(error) : facts.filter(Boolean).join(' · ')}
        </span>
        {(state === 'sending' || state === 'paused') && (
          <Progress
            size={3}
            value={share * 100}
            aria-label={t('upload.progress', { name })}
            color={state === 'paused' ? 'gray' : 'accent'}
          />
        )}
      </div>
      {(state === 'sending' || state === 'waiting') && (
        <LineButton icon="pause" label={t('upload.pause')} onClick={() => pauseUpload(id)} />
      )}
      {state === 'paused' && (
        <LineButton icon="play" label={t('upload.resume')} onClick={() => resumeUpload(id)} />
      )}
      {state === 'failed' && (
        <LineButton icon="refresh" label={t('upload.retry')} onClick={() => resumeUpload(id)} />
      )}
      <LineButton
        icon="close"
        label={t(state === 'done' ? 'tray.dismiss' : 'upload.cancel')}
        onClick={() => cancelUpload(id)}
      />
    </li>
  );
}

/** What had arrived before this attempt says nothing about the line. */
function paceOf({ state, begun, sent, file }: Upload): Pace | undefined {
  if (state !== 'sending' || !begun) return undefined;
  return findPace({
    startedAt: begun.at,
    done: sent - begun.sent,
    total: file.size - begun.sent,
  });
}

type LineButtonProps = { icon: IconName; label: string; onClick: () => void };

export function LineButton({ icon, label, onClick }: LineButtonProps) {
  return (
    <ActionIcon size={24} aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} size={14} />
    </ActionIcon>
  );
}
