import type { ClashRule, StorageJob } from '@causeway/contract/storage/jobs.ts';
import { Button, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Bucket } from '../bucket.ts';
import { resumeJob } from '../jobs.ts';

/** What goes on where a name is taken; to stop there again would lead nowhere. */
const ways: ClashRule[] = ['keep-both', 'replace', 'skip'];

type ResumeButtonProps = { bucket: Bucket; job: StorageJob };

/** Tries what is left of a job; where names were taken, it asks what is to become of them. */
export function ResumeButton({ bucket, job }: ResumeButtonProps) {
  const { t } = useTranslation('storage');
  const hasClash = job.failures.some(({ code }) => code === 'E_OBJECT_EXISTS');
  if (!hasClash) {
    return (
      <Button size="compact-xs" variant="default" onClick={() => void resumeJob(bucket, job)}>
        {t('job.resume')}
      </Button>
    );
  }
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button size="compact-xs" variant="default">
          {t('job.resumeAs')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('clash.rule')}</Menu.Label>
        {ways.map((way) => (
          <Menu.Item key={way} onClick={() => void resumeJob(bucket, job, way)}>
            {t(`clash.rules.${way}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
