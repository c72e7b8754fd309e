import {
  type ApiKey,
  apiKeyRoutes,
  DEFAULT_KEY_DAYS,
  type KeyWithSecret,
  OVERLAP_HOURS,
} from '@causeway/contract/api-keys.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withProof } from '#domain/identity/ask-for-proof.ts';
import { api } from '#platform/api/api.ts';
import classes from './key-page.module.css';
import { refreshKeys } from './followers.ts';
import { Problem } from './problem.tsx';

type RenewKeyProps = {
  project: Project;
  apiKey: ApiKey;
  /** Rotating one's own, or taking over one that is held: both give it a new secret. */
  how: 'rotate' | 'takeOver';
  onMade: (made: KeyWithSecret) => void;
};

type Overlap = (typeof OVERLAP_HOURS)[number];

export function RenewKey({ project, apiKey, how, onMade }: RenewKeyProps) {
  const { t } = useTranslation('api-keys');
  const offered = OVERLAP_HOURS.filter((hours) => how === 'rotate' || hours <= 24);
  const [overlap, setOverlap] = useState<Overlap>(24);
  const params = { projectId: project.id, keyId: apiKey.id };
  const renew = useMutation({
    mutationFn: () =>
      withProof<KeyWithSecret>(() =>
        how === 'rotate'
          ? api.call(apiKeyRoutes.rotate, {
              params,
              body: {
                overlapHours: overlap,
                ...(apiKey.expiresAt !== null && { expiresInDays: DEFAULT_KEY_DAYS }),
              },
            })
          : api.call(apiKeyRoutes.takeOver, {
              params,
              body: { overlapHours: overlap === 168 ? 24 : overlap },
            }),
      ),
    onSuccess: (made) => {
      onMade(made);
      void refreshKeys(project.id);
    },
  });
  return (
    <div className={classes.renew}>
      <NativeSelect
        label={t('renew.overlap')}
        value={overlap}
        data={offered.map((hours) => ({ value: String(hours), label: t(`renew.hours.${hours}`) }))}
        onChange={(event) => setOverlap(Number(event.currentTarget.value) as Overlap)}
      />
      <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
        {t(`renew.${how}`)}
      </Button>
      <Problem error={renew.error} />
    </div>
  );
}
